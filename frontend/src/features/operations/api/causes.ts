import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { FailureFilter } from '../model/causes';
import { sinceTime } from '../model/since';

const query = graphql(`
  query Causes($kind: String, $reason: String, $since: DateTime) {
    causes(kind: $kind, reason: $reason, since: $since) {
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

export type Cause = ResultOf<typeof query>['causes'][number];

const POLL = 5_000;

export const causesOptions = (filter: FailureFilter) =>
  queryOptions({
    queryKey: ['operations', 'failures', 'causes', filter.kind ?? null, filter.reason ?? null, filter.since ?? null],
    queryFn: async () => {
      const { kind = null, reason = null, since } = filter;
      const { causes, deadLetters } = await request(query, { kind, reason, since: since ? sinceTime(since, Date.now()) : null });
      return { causes, total: deadLetters.totalCount };
    },
    refetchInterval: POLL,
  });
