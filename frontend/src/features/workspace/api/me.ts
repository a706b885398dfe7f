import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Me {
    me {
      id
      username
      name
      personalCorpus {
        uuid
        title
        myPermissions
      }
    }
  }
`);

export const meOptions = queryOptions({ queryKey: ['me'], queryFn: async () => (await request(query)).me, staleTime: Infinity });
