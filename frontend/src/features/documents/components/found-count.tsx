import { Paperclip } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { count as counted } from '@/lib/format';

/** How many documents were found inside one. */
export function FoundCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="neutral" icon={<Paperclip aria-hidden="true" />}>
      <span aria-hidden="true">{count.toLocaleString('en')}</span>
      <span className="visually-hidden">{counted(count, 'document')} found inside</span>
    </Badge>
  );
}
