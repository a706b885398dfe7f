// The rows of lists that are loaded. In a file of its own, because the first page does not need it.
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

import { nodes } from '@/lib/relay';

import { LIST, type DocumentPage, type DocumentRow } from './document-list';

/** Return the row of a document in a list that is loaded. */
export function loadedRow(queryClient: QueryClient, uuid: string): DocumentRow | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<DocumentPage>>({ predicate: ({ meta }) => meta === LIST });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap(nodes) ?? []);
  return rows.find((row) => row.uuid === uuid);
}
