import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

const query = graphql(
  `
    query Executions($corpusId: ID!, $first: Int!, $after: String) {
      corpus(id: $corpusId) {
        id
        executions(first: $first, after: $after) {
          totalCount
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              id
              uuid
              state
              message
              created
              finished
              action {
                kind
                name
              }
              document {
                uuid
                title
              }
              job {
                uuid
                state
                progress
                message
                reason
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

export type Execution = NonNullable<ResultOf<typeof query>['corpus']>['executions']['edges'][number]['node'];

const PAGE = 50;
const POLL = 1_500;

async function fetchPage(corpusId: string, after: string | null) {
  const { corpus } = await request(query, { corpusId, first: PAGE, after });
  if (!corpus) throw notFoundError();
  return corpus.executions;
}

export const executionsOptions = (corpusId: string) =>
  infiniteQueryOptions({
    queryKey: ['executions', corpusId],
    queryFn: ({ pageParam }) => fetchPage(corpusId, pageParam),
    ...byCursor,
    refetchInterval: ({ state: { data } }) =>
      (data?.pages ?? []).some(({ edges }) => edges.some(({ node }) => node.state === 'QUEUED')) && pollInterval(POLL),
  });
