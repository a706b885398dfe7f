import { queryOptions } from '@tanstack/react-query';

import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { everyNode, NO_NODES } from '@/lib/relay';

import type { PageInfo } from '../model/layout';

const query = graphql(
  `
    query DocumentPages($id: ID!, $first: Int!, $after: String) {
      document(id: $id) {
        id
        pages(first: $first, after: $after) {
          pageInfo {
            ...PagePlace
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
      }
    }
  `,
  [pagePlace],
);

const AT_ONCE = 2_000;

const fetchPages = (uuid: string): Promise<PageInfo[]> =>
  everyNode(async (after) => (await request(query, { id: uuid, first: AT_ONCE, after })).document?.pages ?? NO_NODES);

/** `version` is what makes the pages others: the revision, and while a first reading goes on how many there are. */
export const pagesOptions = (uuid: string, version: string) =>
  queryOptions({ queryKey: ['pages', uuid, version], queryFn: () => fetchPages(uuid), staleTime: Infinity });
