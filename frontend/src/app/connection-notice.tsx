import { CloudOff } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';

export function ConnectionNotice() {
  const lost = useConnection((state) => state.lost);
  return (
    <span role="status">
      {lost && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          Not connected. Trying again…
        </Badge>
      )}
    </span>
  );
}
