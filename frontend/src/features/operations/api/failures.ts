import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

import { sinceTime, type Since } from '../model/since';

const query = graphql(`
  query DeadLetters($first: Int!, $after: String, $kind: String, $reason: String, $since: DateTime) {
    deadLetters(first: $first, after: $after, kind: $kind, reason: $reason, since: $since) {
      totalCount
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        node {
          id
          uuid
          kind
          title
          reason
          attempts
          crashes
          firstFailed
          lastFailed
          error {
            code
            message
          }
          tenant {
            uuid
            name
          }
        }
      }
    }
  }
`);

export type Failure = ResultOf<typeof query>['deadLetters']['edges'][number]['node'];

export interface FailureFilter {
  kind: string | undefined;
  reason: string | undefined;
  since: Since | undefined;
}

export interface Failures {
  total: number;
  /** the newest ones: as many as are ranked by cause at once */
  newest: Failure[];
}

const PAGE = 200;
const PAGES = 5;
const POLL = 5_000;

async function fetchFailures({ kind, reason, since }: FailureFilter): Promise<Failures> {
  const filter = { kind: kind ?? null, reason: reason ?? null, since: since ? sinceTime(since, Date.now()) : null };
  const newest: Failure[] = [];
  let total = 0;
  let after: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const { deadLetters }: ResultOf<typeof query> = await request(query, { first: PAGE, after, ...filter });
    newest.push(...nodes(deadLetters));
    total = deadLetters.totalCount;
    after = deadLetters.pageInfo.endCursor;
    if (!deadLetters.pageInfo.hasNextPage) break;
  }
  return { total, newest };
}

export const failuresOptions = (filter: FailureFilter) =>
  queryOptions({
    queryKey: ['operations', 'failures', filter.kind ?? null, filter.reason ?? null, filter.since ?? null],
    queryFn: () => fetchFailures(filter),
    refetchInterval: ({ state: { data } }) => POLL * Math.max(1, Math.ceil((data?.newest.length ?? 0) / PAGE)),
  });
