import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';
import { useReconnect } from '@/lib/use-reconnect';

/** The state of the connection. When it is there again, the queries that failed are sent again. */
export function ConnectionNotice() {
  const { lost, live } = useConnection();
  const queryClient = useQueryClient();
  useReconnect('queries', () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null }), lost);
  return (
    <span role="status">
      {lost && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          {t`Offline. Reconnecting…`}
        </Badge>
      )}
      {!lost && live === 'off' && (
        <Badge tone="neutral" icon={<RefreshCw aria-hidden="true" />}>
          {t`Live updates unavailable; refreshing every second`}
        </Badge>
      )}
    </span>
  );
}
