// The query cache. A lost session in any request leads to the sign-in page.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { useConnection } from './connection';
import { ApiError, isSignedOut } from './errors';

const RETRIES = 2;

function shouldRetry(failures: number, error: Error): boolean {
  const transient = error instanceof ApiError && (error.code === 'network' || error.status >= 502);
  return transient && failures < RETRIES;
}

const isLost = (error: Error) => error instanceof ApiError && error.code === 'network';

export function createQueryClient(onSignedOut: () => void): QueryClient {
  const { setLost } = useConnection.getState();
  const onError = (error: Error) => {
    if (isLost(error)) setLost(true);
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // Send requests even if the browser reports to be offline, because that is often wrong.
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
}
