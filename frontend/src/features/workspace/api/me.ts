import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

export const currentUser = graphql(`
  fragment CurrentUser on User {
    id
    username
    name
    personalCorpus {
      uuid
      title
      myPermissions
    }
  }
`);

const query = graphql(
  `
    query Me {
      me {
        ...CurrentUser
      }
    }
  `,
  [currentUser],
);

export const meOptions = queryOptions({ queryKey: ['me'], queryFn: async () => (await request(query)).me, staleTime: Infinity });
