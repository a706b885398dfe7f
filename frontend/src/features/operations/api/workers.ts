import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Workers {
    workers {
      name
      slots
      alive
      stopping
      started
      beatSeconds
      running {
        step
        since
        job {
          id
          uuid
          title
          state
          cancelRequested
          started
        }
      }
    }
  }
`);

export type Worker = ResultOf<typeof query>['workers'][number];

const POLL = 3_000;

export const workersOptions = queryOptions({
  queryKey: ['operations', 'workers'],
  queryFn: async () => (await request(query)).workers,
  refetchInterval: POLL,
});
