import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query JobKinds {
    jobKinds {
      name
      title
    }
  }
`);

export const jobKindsOptions = queryOptions({
  queryKey: ['job-kinds'],
  queryFn: async () => (await request(query)).jobKinds,
  staleTime: Infinity,
});
