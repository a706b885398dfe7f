// Server state has one home. A lost session anywhere ends in the same place: the sign-in page, and back.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

import { ApiError, isSignedOut } from './errors';

const RETRIES = 2;

function shouldRetry(failures: number, error: Error): boolean {
  const transient = error instanceof ApiError && (error.code === 'network' || error.status >= 502);
  return transient && failures < RETRIES;
}

export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { retry: shouldRetry, staleTime: 2_000 } },
  });
}
