import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';
import { send } from '@/lib/http';

const EVERY = 3_000;

/** Check whether the server responds; if it does, refetch the queries that failed. */
async function reconnect(queryClient: QueryClient): Promise<boolean> {
  await send('/health/live');
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
  return true;
}

export function ConnectionNotice() {
  const { lost, live } = useConnection();
  const queryClient = useQueryClient();
  useQuery({ queryKey: ['reconnect'], queryFn: () => reconnect(queryClient), enabled: lost, refetchInterval: EVERY, retry: false, staleTime: 0 });
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
