import { infiniteQueryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

import { JOB_FILTERS, type JobFilter } from '../model/job-filter';
import { pollJobs } from '../model/poll';
import { jobRow } from './job-row';

const query = graphql(
  `
    query Jobs($first: Int!, $after: String, $state: JobState, $status: JobStatus) {
      jobs(first: $first, after: $after, state: $state, status: $status) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            ...JobRow
          }
        }
      }
    }
  `,
  [jobRow],
);

const PAGE = 50;

export const jobsOptions = (filter: JobFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ['jobs', filter ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { first: PAGE, after: pageParam, ...(filter && JOB_FILTERS[filter].asked) })).jobs,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
    refetchInterval: ({ state: { data } }) => pollJobs(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
