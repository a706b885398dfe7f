import { Globe } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

/** Everybody can look at it. */
export function PublicBadge() {
  return (
    <Badge tone="neutral" icon={<Globe aria-hidden="true" />}>
      Public
    </Badge>
  );
}
