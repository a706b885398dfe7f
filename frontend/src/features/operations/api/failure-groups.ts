import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { FailureFilter } from '../model/failure-groups';
import { startOfTimeRange } from '../model/time-range';

const query = graphql(`
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

export type FailureGroup = ResultOf<typeof query>['failureGroups'][number];

const POLL = 5_000;

export const failureGroupsOptions = (filter: FailureFilter) =>
  queryOptions({
    queryKey: ['operations', 'failures', 'groups', filter.kind ?? null, filter.reason ?? null, filter.since ?? null],
    queryFn: async () => {
      const { kind = null, reason = null, since } = filter;
      const { failureGroups, deadLetters } = await request(query, { kind, reason, since: since ? startOfTimeRange(since, Date.now()) : null });
      return { groups: failureGroups, total: deadLetters.totalCount };
    },
    refetchInterval: POLL,
  });
