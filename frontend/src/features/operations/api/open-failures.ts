import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query OpenFailures {
    deadLetters(first: 1) {
      totalCount
    }
  }
`);

const POLL = 5_000;

/** How many failures nobody has settled yet. */
export const openFailuresOptions = queryOptions({
  queryKey: ['operations', 'open-failures'],
  queryFn: async () => (await request(query)).deadLetters.totalCount,
  refetchInterval: POLL,
});
