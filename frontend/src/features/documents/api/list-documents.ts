import { infiniteQueryOptions } from '@tanstack/react-query';

import { pagePlace } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

import { foundInside, type Inside } from '../model/inside';
import type { Scope } from '../model/scope';
import type { DocumentState } from '../model/state';
import { pollEvery } from '../model/status-poll';
import { documentRow } from './document-row';

const query = graphql(
  `
    query Documents($first: Int!, $after: String, $search: String, $state: DocumentState, $scope: Scope, $foundInside: Boolean) {
      documents(first: $first, after: $after, search: $search, state: $state, scope: $scope, foundInside: $foundInside) {
        totalCount
        pageInfo {
          ...PagePlace
        }
        edges {
          node {
            ...DocumentRow
          }
        }
      }
    }
  `,
  [documentRow, pagePlace],
);

export type DocumentRow = ResultOf<typeof documentRow>;

export interface DocumentFilter {
  search?: string | undefined;
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  inside?: Inside | undefined;
}

const PAGE = 60;

export const documentsOptions = ({ search, state, scope, inside }: DocumentFilter) =>
  infiniteQueryOptions({
    queryKey: ['documents', { search: search ?? '', state: state ?? null, scope: scope ?? null, inside: inside ?? null }],
    queryFn: async ({ pageParam }) =>
      (
        await request(query, {
          first: PAGE,
          after: pageParam,
          search: search ?? null,
          state: state ?? null,
          scope: scope ?? 'ALL',
          foundInside: foundInside(inside),
        })
      ).documents,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => pollEvery(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
