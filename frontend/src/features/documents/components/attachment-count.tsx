import { plural } from '@lingui/core/macro';
import { Paperclip } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { formatNumber } from '@/lib/format';

/** The number of attachments of a document. */
export function AttachmentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="neutral" icon={<Paperclip aria-hidden="true" />}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{plural(count, { one: '# attachment', other: '# attachments' })}</span>
    </Badge>
  );
}
