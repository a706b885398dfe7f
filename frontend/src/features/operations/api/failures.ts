import { plural, t } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { FailureFilter, FailureGroupKey, FailureSelection } from '../model/failure-groups';
import { startOfTimeRange } from '../model/time-range';

// Failed jobs are resolved by retrying or by dismissing them.

const requeueMutation = graphql(
  `
    mutation RequeueDeadLetters($input: RequeueDeadLettersInput!) {
      requeueDeadLetters(input: $input) {
        requeued
        remaining
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const discardMutation = graphql(
  `
    mutation DiscardDeadLetters($input: DiscardDeadLettersInput!) {
      discardDeadLetters(input: $input) {
        discarded
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const AFFECTED = keysOf('operations', 'jobs', 'job', 'documents', 'document');

export const useRequeue = () =>
  useInvalidatingMutation({
    mutationFn: (input: FailureSelection) => mutate(requeueMutation, input),
    affected: AFFECTED,
    onSuccess: ({ requeued, remaining }) => {
      const text = t`Retrying ${plural(requeued, { one: '# job', other: '# jobs' })}.`;
      showToast({ text: remaining > 0 ? t`${text} ${plural(remaining, { one: '# failure', other: '# failures' })} left; press Retry again for the next batch.` : text });
    },
  });

export const useDiscard = () =>
  useInvalidatingMutation({
    mutationFn: (input: FailureSelection) => mutate(discardMutation, input),
    affected: AFFECTED,
    onSuccess: ({ discarded }) => showToast({ text: t`${plural(discarded, { one: '# failure', other: '# failures' })} dismissed.` }),
  });

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

const failureGroupsQuery = graphql(`
  query FailureGroups($kind: String, $reason: String, $since: DateTime) {
    failureGroups(kind: $kind, reason: $reason, since: $since) {
      kind
      title
      reason
      code
      message
      count
      lastFailed
    }
    deadLetters(first: 1, kind: $kind, reason: $reason, since: $since) {
      totalCount
    }
  }
`);

export type FailureGroup = ResultOf<typeof failureGroupsQuery>['failureGroups'][number];

export const failureGroupsOptions = (filter: FailureFilter) =>
  queryOptions({
    queryKey: ['operations', 'failures', 'groups', filter.kind ?? null, filter.reason ?? null, filter.since ?? null],
    queryFn: async () => {
      const { kind = null, reason = null, since } = filter;
      const { failureGroups, deadLetters } = await request(failureGroupsQuery, { kind, reason, since: since ? startOfTimeRange(since, Date.now()) : null });
      return { groups: failureGroups, total: deadLetters.totalCount };
    },
    refetchInterval: POLL,
  });
