import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { everyNode, NO_NODES } from '@/lib/relay';

import { pollEvery } from '../model/status-poll';

const query = graphql(`
  query FoundInside($id: ID!, $after: String) {
    document(id: $id) {
      id
      children(first: 200, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            uuid
            title
            place
            state
          }
        }
      }
    }
  }
`);

type Found = NonNullable<ResultOf<typeof query>['document']>['children'];
export type FoundDocument = Found['edges'][number]['node'];

/** All that was found in a document, and in what was found there. */
export const insideOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'inside', uuid],
    queryFn: () => everyNode<FoundDocument>(async (after) => (await request(query, { id: uuid, after })).document?.children ?? NO_NODES),
    refetchInterval: ({ state: { data } }) => pollEvery(data ?? []),
  });
