import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query QueueStages {
    stages: queueStages {
      kind
      title
      step
      waiting
      scheduled
      running
      stuck
      succeeded
      failed
      openFailures
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

export type QueueStage = ResultOf<typeof query>['stages'][number];

const POLL = 3_000;

export const queueStagesOptions = queryOptions({
  queryKey: ['operations', 'stages'],
  // One query for the table and the key figures, so that they are consistent.
  queryFn: async () => {
    const { stages, deadLetters } = await request(query);
    return { stages, openFailures: deadLetters.totalCount };
  },
  refetchInterval: POLL,
});
