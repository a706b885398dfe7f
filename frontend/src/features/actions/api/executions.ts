import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

const query = graphql(
  `
    query Executions($corpusId: ID!, $first: Int!, $after: String, $actionId: ID, $state: ActionExecutionState) {
      corpus(id: $corpusId) {
        id
        executions(first: $first, after: $after, actionId: $actionId, state: $state) {
          totalCount
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              id
              uuid
              state
              reason
              code
              message
              trigger
              settingsVersion
              engine
              inputTokens
              outputTokens
              cost
              tries
              conversation
              thread
              queued
              started
              finished
              startedBy {
                ...UserName
              }
              action {
                uuid
                name
                settingsVersion
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
  [pageCursor, userName],
);

export type Execution = NonNullable<ResultOf<typeof query>['corpus']>['executions']['edges'][number]['node'];

const PAGE = 50;
const POLL = 1_500;

export interface ExecutionFilter {
  action?: string | undefined;
  state?: Execution['state'] | undefined;
}

async function fetchPage(corpusId: string, { action, state }: ExecutionFilter, after: string | null) {
  const { corpus } = await request(query, { corpusId, first: PAGE, after, ...(action && { actionId: action }), ...(state && { state }) });
  if (!corpus) throw notFoundError();
  return corpus.executions;
}

const isRunning = ({ state }: Execution) => state === 'QUEUED' || state === 'WAITING';

export const executionsOptions = (corpusId: string, filter: ExecutionFilter) =>
  infiniteQueryOptions({
    queryKey: ['executions', corpusId, filter],
    queryFn: ({ pageParam }) => fetchPage(corpusId, filter, pageParam),
    ...byCursor,
    refetchInterval: ({ state: { data } }) => (data?.pages ?? []).some(({ edges }) => edges.some(({ node }) => isRunning(node))) && pollInterval(POLL),
  });
