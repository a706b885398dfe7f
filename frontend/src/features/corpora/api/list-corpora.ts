import { queryOptions } from '@tanstack/react-query';

import type { Scope } from '@/features/documents/model/scope';
import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

const query = graphql(
  `
    query Corpora($first: Int!, $after: String, $search: String, $scope: Scope) {
      corpuses(first: $first, after: $after, search: $search, scope: $scope) {
        totalCount
        pageInfo {
          ...PageCursor
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
            isPublic
            myPermissions
            owner {
              ...UserName
            }
          }
        }
      }
    }
  `,
  [pageCursor, userName],
);

export type CorpusRow = ResultOf<typeof query>['corpuses']['edges'][number]['node'];

const PAGE = 100;

/** All corpora at once: they are few, and every screen that lists them needs all. */
export const corporaOptions = (scope: Scope | 'ALL' = 'ALL') =>
  queryOptions({
    queryKey: ['corpora', scope],
    queryFn: () => allNodes(async (after) => (await request(query, { first: PAGE, after, search: '', scope })).corpuses),
  });
