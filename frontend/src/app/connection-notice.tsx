import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { CloudOff, RefreshCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';
import { send } from '@/lib/http';

const EVERY = 3_000;

/** When the server answers again, what could not be loaded is asked for once more. */
async function knock(queryClient: QueryClient): Promise<boolean> {
  await send('/health/live');
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
  return true;
}

export function ConnectionNotice() {
  const { lost, live } = useConnection();
  const queryClient = useQueryClient();
  useQuery({ queryKey: ['knock'], queryFn: () => knock(queryClient), enabled: lost, refetchInterval: EVERY, retry: false, staleTime: 0 });
  return (
    <span role="status">
      {lost && (
        <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
          Not connected. Trying again…
        </Badge>
      )}
      {!lost && live === 'off' && (
        <Badge tone="neutral" icon={<RefreshCw aria-hidden="true" />}>
          Live updates are off. Asking every second.
        </Badge>
      )}
    </span>
  );
}
