import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** A query may have a function in its `meta` that loads only what has changed. */
export type Refresh = (queryClient: QueryClient) => Promise<void>;

/** Load again what has changed: of the query with exactly this key, or else of all whose keys begin like it. */
export const refresh = (queryClient: QueryClient, queryKey: QueryKey): Promise<void> =>
  (queryClient.getQueryCache().find({ queryKey })?.meta?.['refresh'] as Refresh | undefined)?.(queryClient) ?? queryClient.invalidateQueries({ queryKey });

/** Return a function that checks whether a list shows edits that are being saved, which are not yet in what would be loaded. */
export const isSaving =
  (queryClient: QueryClient) =>
  ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
    queryClient.isMutating({ mutationKey: queryKey }) > 0;

/** Load again all that is shown, as after a refusal: the page may be out of date. */
export function refreshAll(queryClient: QueryClient): Promise<void> {
  const isLater = isSaving(queryClient);
  return queryClient.invalidateQueries({ predicate: (query) => !isLater(query) });
}
