import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

import { JOB_FILTERS } from '../model/job-filter';
import type { JobFilter } from '../model/job-filter-name';
import { jobsPollInterval } from '../model/poll';
import { jobRow } from './job-row';

const query = graphql(
  `
    query Jobs($first: Int!, $after: String, $state: JobState, $status: JobStatus) {
      jobs(first: $first, after: $after, state: $state, status: $status) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            ...JobRow
          }
        }
      }
    }
  `,
  [jobRow, pageCursor],
);

const PAGE = 50;

export const jobsOptions = (filter: JobFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ['jobs', filter ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { first: PAGE, after: pageParam, ...(filter && JOB_FILTERS[filter].variables) })).jobs,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => jobsPollInterval(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
