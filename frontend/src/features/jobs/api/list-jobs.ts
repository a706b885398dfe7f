import { infiniteQueryOptions } from '@tanstack/react-query';

import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

import { JOB_FILTERS, type JobFilter } from '../model/job-filter';
import { pollJobs } from '../model/poll';
import { jobRow } from './job-row';

const query = graphql(
  `
    query Jobs($first: Int!, $after: String, $state: JobState, $status: JobStatus) {
      jobs(first: $first, after: $after, state: $state, status: $status) {
        totalCount
        pageInfo {
          ...PagePlace
        }
        edges {
          node {
            ...JobRow
          }
        }
      }
    }
  `,
  [jobRow, pagePlace],
);

const PAGE = 50;

export const jobsOptions = (filter: JobFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ['jobs', filter ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { first: PAGE, after: pageParam, ...(filter && JOB_FILTERS[filter].asked) })).jobs,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => pollJobs(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
