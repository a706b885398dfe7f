import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Software {
    software {
      version
      libraries {
        name
        version
        license
        url
      }
      models {
        name
        version
        license
        url
      }
    }
  }
`);

export type SoftwarePart = ResultOf<typeof query>['software']['libraries'][number];

/** The version of the product, and the libraries and models of the server; they change with an update only. */
export const softwareOptions = queryOptions({
  queryKey: ['software'],
  queryFn: async () => (await request(query)).software,
  staleTime: 3_600_000,
});
