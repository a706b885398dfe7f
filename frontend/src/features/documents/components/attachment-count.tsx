import { Paperclip } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { count as counted } from '@/lib/format';

/** The number of attachments of a document. */
export function AttachmentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="neutral" icon={<Paperclip aria-hidden="true" />}>
      <span aria-hidden="true">{count.toLocaleString('en')}</span>
      <span className="visually-hidden">{counted(count, 'attachment')}</span>
    </Badge>
  );
}
