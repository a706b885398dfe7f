import { queryOptions } from '@tanstack/react-query';

import { stepFields } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { pace } from '@/lib/connection';
import { request } from '@/lib/graphql-client';

import { isLive } from '../model/job-words';

const query = graphql(
  `
    query Job($id: ID!, $lines: Int!) {
      job(id: $id) {
        id
        uuid
        state
        attempts
        steps {
          ...StepFields
        }
        log(limit: $lines) {
          id
          at
          attempt
          level
          message
        }
      }
    }
  `,
  [stepFields],
);

export type JobDetail = NonNullable<ResultOf<typeof query>['job']>;
export type LogLine = JobDetail['log'][number];
export type JobStep = JobDetail['steps'][number];

const MOST_LINES = 1_000;
const POLL = 1_500;

async function fetchJob(uuid: string): Promise<JobDetail> {
  const { job } = await request(query, { id: uuid, lines: MOST_LINES });
  if (!job) throw new ApiError({ code: 'not_found', message: 'There is no such job, or it is not yours to see.' }, 404);
  return job;
}

export const jobOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['job', uuid],
    queryFn: () => fetchJob(uuid),
    refetchInterval: ({ state: { data } }) => data !== undefined && isLive(data) && pace(POLL),
  });
