import { queryOptions } from '@tanstack/react-query';

import type { Scope } from '@/features/documents/model/scope';
import { pagePlace, person } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { everyNode } from '@/lib/relay';

const query = graphql(
  `
    query Corpora($first: Int!, $after: String, $search: String, $scope: Scope) {
      corpuses(first: $first, after: $after, search: $search, scope: $scope) {
        totalCount
        pageInfo {
          ...PagePlace
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
              ...Person
            }
          }
        }
      }
    }
  `,
  [pagePlace, person],
);

export type CorpusRow = ResultOf<typeof query>['corpuses']['edges'][number]['node'];

const PAGE = 100;

/** Somebody's corpora are few; every screen that offers a choice needs all of them. */
export const corporaOptions = (scope: Scope | 'ALL' = 'ALL') =>
  queryOptions({
    queryKey: ['corpora', scope],
    queryFn: () => everyNode(async (after) => (await request(query, { first: PAGE, after, search: '', scope })).corpuses),
  });
