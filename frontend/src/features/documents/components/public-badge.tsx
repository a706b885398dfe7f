import { t } from '@lingui/core/macro';
import { Globe } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

export function PublicBadge() {
  return (
    <Badge tone="neutral" icon={<Globe aria-hidden="true" />}>
      {t`Public`}
    </Badge>
  );
}
