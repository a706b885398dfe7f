import { queryOptions } from '@tanstack/react-query';

import { stepFields } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';

import { isLive } from '../model/job-state';

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

const MAX_LINES = 1_000;
const POLL = 1_500;

async function fetchJob(uuid: string): Promise<JobDetail> {
  const { job } = await request(query, { id: uuid, lines: MAX_LINES });
  if (!job) throw notFoundError();
  return job;
}

export const jobOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['job', uuid],
    queryFn: () => fetchJob(uuid),
    refetchInterval: ({ state: { data } }) => data !== undefined && isLive(data) && pollInterval(POLL),
  });
