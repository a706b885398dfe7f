import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, byCursor, NO_NODES } from '@/lib/relay';

import type { ObligationFilter } from '../model/obligation-filter';

const query = graphql(
  `
    query Obligations($id: ID!, $first: Int!, $after: String, $kind: ObligationKind, $review: AnnotationReview, $isDone: Boolean, $dueFrom: Date, $dueUntil: Date) {
      corpus(id: $id) {
        id
        obligations(first: $first, after: $after, kind: $kind, review: $review, isDone: $isDone, dueFrom: $dueFrom, dueUntil: $dueUntil) {
          totalCount
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              id
              kind
              due
              computedDue
              isDueByUser
              quote
              page
              review
              done
              annotation {
                uuid
              }
              document {
                uuid
                title
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

type Obligations = NonNullable<ResultOf<typeof query>['corpus']>['obligations'];

export type Obligation = Obligations['edges'][number]['node'];

const PAGE = 100;
const NONE: Obligations = { ...NO_NODES, totalCount: 0 };

interface Range {
  dueFrom?: string;
  dueUntil?: string;
}

async function load(id: string, { kind, review, done }: ObligationFilter, after: string | null, range: Range = {}) {
  const { corpus } = await request(query, { id, first: PAGE, after, ...(kind && { kind }), ...(review && { review }), ...(done && { isDone: done === 'yes' }), ...range });
  return corpus?.obligations ?? NONE;
}

/** The obligations of a corpus by date; those without one come last. */
export const obligationsOptions = (corpusId: string, { kind, review, done }: ObligationFilter) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'obligations', corpusId, { kind, review, done }],
    queryFn: ({ pageParam }) => load(corpusId, { kind, review, done }, pageParam),
    placeholderData: keepPreviousData,
    ...byCursor,
  });

/** The obligations that are due from one day to another. */
export const dueOptions = (corpusId: string, { kind, review, done }: ObligationFilter, dueFrom: string, dueUntil: string) =>
  queryOptions({
    queryKey: ['annotations', 'obligations', corpusId, { kind, review, done, dueFrom, dueUntil }],
    queryFn: () => allNodes((after) => load(corpusId, { kind, review, done }, after, { dueFrom, dueUntil })),
    placeholderData: keepPreviousData,
  });
