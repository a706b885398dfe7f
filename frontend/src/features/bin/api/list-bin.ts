import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import type { BinKind } from '../model/bin-kind';

const query = graphql(
  `
    query Bin($first: Int!, $after: String, $kind: BinItemKind) {
      bin(first: $first, after: $after, kind: $kind) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            kind
            title
            size
            corpusUuid
            corpusTitle
            documentUuid
            deletedAt
            deletedBy
            purgedAt
          }
        }
      }
    }
  `,
  [pageCursor],
);

const countQuery = graphql(`
  query BinOfOthers($kind: BinItemKind) {
    bin(first: 1, kind: $kind, mine: false) {
      totalCount
    }
  }
`);

export type BinItem = ResultOf<typeof query>['bin']['edges'][number]['node'];

const PAGE = 50;
const POLL_MS = 5_000;

export const binOptions = (kind: BinKind | undefined) =>
  infiniteQueryOptions({
    queryKey: ['bin', kind ?? null],
    queryFn: async ({ pageParam }) => (await request(query, { first: PAGE, after: pageParam, ...(kind && { kind }) })).bin,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => pollInterval(POLL_MS * Math.max(1, data?.pages.length ?? 1)),
  });

/** Count the items that stay when the bin is emptied: those deleted by others in shared corpora. */
export const othersItemsOptions = (kind: BinKind | undefined) =>
  queryOptions({
    queryKey: ['bin', 'others', kind ?? null],
    queryFn: async () => (await request(countQuery, { ...(kind && { kind }) })).bin.totalCount,
  });
