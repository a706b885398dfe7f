import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Lanes {
    lanes {
      kind
      title
      step
      waiting
      scheduled
      running
      stuck
      succeeded
      failed
      unsettled
      overdue
      oldestSeconds
      p50Ms
      p95Ms
    }
    deadLetters(first: 1) {
      totalCount
    }
  }
`);

export type Lane = ResultOf<typeof query>['lanes'][number];

const POLL = 3_000;

export const lanesOptions = queryOptions({
  queryKey: ['operations', 'lanes'],
  // One answer for the table and for the figures above it, so that they never disagree.
  queryFn: async () => {
    const { lanes, deadLetters } = await request(query);
    return { lanes, openFailures: deadLetters.totalCount };
  },
  refetchInterval: POLL,
});
