// Paged lists of the REST API.
import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';

import { sendJson } from './http';

export interface Page<Item> {
  results: Item[];
  next: string | null;
}

/** Return the path of the next page: the server sends absolute URLs. */
function nextPath({ next }: Page<unknown>): string | undefined {
  if (!next) return undefined;
  const { pathname, search } = new URL(next, location.origin);
  return pathname + search;
}

/** Query options of a list that loads further pages on demand. */
export const restPages = <Item>(queryKey: QueryKey, path: string) => ({
  queryKey,
  queryFn: ({ pageParam }: { pageParam: string }) => sendJson<Page<Item>>(pageParam, 'GET'),
  initialPageParam: path,
  getNextPageParam: nextPath,
});

/** Query a paged list; `items` holds all loaded pages. */
export function useRestPages<Item>(queryKey: QueryKey, path: string) {
  const list = useInfiniteQuery(restPages<Item>(queryKey, path));
  return { ...list, items: list.data?.pages.flatMap(({ results }) => results) };
}

/** Load all pages, for lists that a screen needs as a whole. */
export async function allRestPages<Item>(path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | undefined = path; next; ) {
    // oxlint-disable-next-line no-await-in-loop -- each page contains the URL of the next one
    const page: Page<Item> = await sendJson<Page<Item>>(next, 'GET');
    items.push(...page.results);
    next = nextPath(page);
  }
  return items;
}
