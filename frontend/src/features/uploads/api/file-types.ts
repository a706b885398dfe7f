import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query FileTypes {
    fileTypes {
      name
      mimeType
      extensions
    }
  }
`);

/** The accepted file types; they rarely change. */
export const fileTypesOptions = queryOptions({
  queryKey: ['file-types'],
  queryFn: async () => (await request(query)).fileTypes,
  staleTime: 3_600_000,
});
