import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** A query may have a function in its `meta` that loads only what has changed. */
export type Refresh = (queryClient: QueryClient) => Promise<void>;

/** Load again what has changed: of the query with exactly this key, or else of all whose keys begin like it. */
export const refresh = (queryClient: QueryClient, queryKey: QueryKey): Promise<void> =>
  (queryClient.getQueryCache().find({ queryKey })?.meta?.['refresh'] as Refresh | undefined)?.(queryClient) ?? queryClient.invalidateQueries({ queryKey });
