// Loads again what shows an edit once the server has stored or rejected it.
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** An edit is shown as waiting until the page has loaded what it changed, or for this time. */
const MAX_REFETCH_MS = 3_000;

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** The lists that could not be loaded again while edits waited, as hashes of their keys. */
const stale = new Set<string>();

/**
 * Load these lists again. The list with the key of the queue shows edits that wait, which the server does not know yet: it is loaded
 * again after the last of them.
 */
export async function refetchShown(queryClient: QueryClient, keys: readonly QueryKey[], mutationKey: QueryKey): Promise<void> {
  const list = hashKey(mutationKey);
  // The edit itself is one of them.
  const hasOthers = queryClient.isMutating({ mutationKey }) > 1;
  const isOfQueue = (key: QueryKey) => hashKey(key) === list;
  const isAffected = keys.some((key) => key.every((part, index) => part === mutationKey[index]));
  if (hasOthers && isAffected) stale.add(list);
  const wanted = !hasOthers && stale.delete(list) && !isAffected ? [...keys, mutationKey] : keys;
  const invalidate = (queryKey: QueryKey) => queryClient.invalidateQueries({ queryKey, predicate: (query) => !hasOthers || !isOfQueue(query.queryKey) });
  await Promise.race([Promise.all(wanted.map(invalidate)), pause(MAX_REFETCH_MS)]);
}
