import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import type { FailureGroupKey, FailureFilter } from '../model/failure-groups';
import { startOfTimeRange } from '../model/time-range';

const query = graphql(
  `
    query DeadLetters($first: Int!, $after: String, $kind: String!, $reason: String!, $code: String!, $since: DateTime) {
      deadLetters(first: $first, after: $after, kind: $kind, reason: $reason, code: $code, since: $since) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            id
            uuid
            kind
            title
            reason
            attempts
            crashes
            firstFailed
            lastFailed
            error {
              code
              message
            }
            tenant {
              uuid
              name
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

export type Failure = ResultOf<typeof query>['deadLetters']['edges'][number]['node'];

const PAGE = 20;
const POLL = 5_000;

/** The failures of one group, newest first. */
export const failuresOptions = ({ kind, reason, code }: FailureGroupKey, { since }: FailureFilter) =>
  infiniteQueryOptions({
    queryKey: ['operations', 'failures', kind, reason, code, since ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { first: PAGE, after: pageParam, kind, reason, code, since: since ? startOfTimeRange(since, Date.now()) : null })).deadLetters,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => POLL * Math.max(1, data?.pages.length ?? 1),
  });
