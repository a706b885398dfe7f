// Shared parts of all paged lists of documents.
import { infiniteQueryOptions } from '@tanstack/react-query';

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

export type DocumentPage = ResultOf<typeof documentList>;

/** marks the queries of these lists */
export const LIST = {};

/** Query options of a list that polls while one of its documents is being processed. */
export const documentListOptions = <Key extends readonly unknown[], Page extends DocumentPage = DocumentPage>(queryKey: Key, fetchPage: (after: string | null) => Promise<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    ...byCursor,
    meta: LIST,
    refetchInterval: ({ state: { data } }) => processingPollInterval(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
