// Shared parts of all paged lists of documents.
import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { byCursor, nodes } from '@/lib/relay';

import { processingPollInterval } from '../model/status-poll';
import { documentRow } from './document-row';

export const documentList = graphql(
  `
    fragment DocumentList on DocumentConnection {
      pageInfo {
        ...PageCursor
      }
      edges {
        node {
          ...DocumentRow
        }
      }
    }
  `,
  [documentRow, pageCursor],
);

export type DocumentRow = ResultOf<typeof documentRow>;

type DocumentPage = ResultOf<typeof documentList>;

const IS_LIST = { isDocumentList: true };

/** Query options of a list that polls while one of its documents is being processed. */
export const documentListOptions = <Key extends readonly unknown[], Page extends DocumentPage = DocumentPage>(queryKey: Key, fetchPage: (after: string | null) => Promise<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    ...byCursor,
    meta: IS_LIST,
    refetchInterval: ({ state: { data } }) => processingPollInterval(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });

/** Return the row of a document in a list that is loaded. */
export function loadedRow(queryClient: QueryClient, uuid: string): DocumentRow | undefined {
  const lists = queryClient.getQueriesData<InfiniteData<DocumentPage>>({ predicate: ({ meta }) => meta === IS_LIST });
  const rows = lists.flatMap(([, data]) => data?.pages.flatMap(nodes) ?? []);
  return rows.find((row) => row.uuid === uuid);
}
