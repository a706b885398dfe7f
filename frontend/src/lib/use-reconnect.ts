import { useQuery } from '@tanstack/react-query';

import { send } from './http';

const EVERY_MS = 3_000;

/** Ask every three seconds whether the server responds, and act once it does. `name` is that of the place. */
export function useReconnect(name: string, onConnect: () => void, enabled = true): void {
  const queryFn = async () => {
    await send('/health/live');
    onConnect();
    return true;
  };
  useQuery({ queryKey: ['reconnect', name], queryFn, enabled, refetchInterval: EVERY_MS, retry: false, staleTime: 0 });
}
