import { queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';

import type { PageInfo } from '../model/layout';

export const pageList = graphql(
  `
    fragment PageList on PageConnection {
      pageInfo {
        ...PageCursor
      }
      edges {
        node {
          number
          label
          width
          height
          tokenCount
          textStart
          textEnd
          tokensUrl
        }
      }
    }
  `,
  [pageCursor],
);

const query = graphql(
  `
    query DocumentPages($id: ID!, $first: Int!, $after: String) {
      document(id: $id) {
        id
        pages(first: $first, after: $after) {
          ...PageList
        }
      }
    }
  `,
  [pageList],
);

export const PAGE_SIZE = 2_000;

const fetchPages = (uuid: string): Promise<PageInfo[]> =>
  allNodes(async (after) => (await request(query, { id: uuid, first: PAGE_SIZE, after })).document?.pages ?? NO_NODES);

/** The pages of a version of a document: its revision, and during processing also the number of pages so far. */
export const pagesOptions = (uuid: string, version: string) =>
  queryOptions({ queryKey: ['pages', uuid, version], queryFn: () => fetchPages(uuid), staleTime: Infinity });
