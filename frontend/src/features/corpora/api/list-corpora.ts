import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { everyNode } from '@/lib/relay';

const query = graphql(`
  query Corpora($first: Int!, $after: String, $search: String) {
    corpuses(first: $first, after: $after, search: $search) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
          uuid
          title
          description
          isPersonal
          created
          documentCount
        }
      }
    }
  }
`);

export type CorpusRow = ResultOf<typeof query>['corpuses']['edges'][number]['node'];

const PAGE = 100;

/** Somebody's corpora are few; every screen that offers a choice needs all of them. */
export const corporaOptions = (search = '') =>
  queryOptions({
    queryKey: ['corpora', search],
    queryFn: () => everyNode(async (after) => (await request(query, { first: PAGE, after, search })).corpuses),
  });
