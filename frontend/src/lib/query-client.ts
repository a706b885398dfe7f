// Server state has one home. A lost session anywhere ends in the same place: the sign-in page, and back.
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
  const onSuccess = () => setLost(false);
  const onError = (error: Error) => {
    setLost(isLost(error));
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    // Ask even when the browser thinks it is offline: the answer decides what is shown, not a guess.
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000, networkMode: 'always' }, mutations: { networkMode: 'always' } },
  });
}
