import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query StoredFiles {
    storedFiles {
      oldestCheck
      damagedCount
      damaged {
        sha256
        size
        damage
        checked
        documents {
          uuid
          title
          owner
          isSource
        }
      }
    }
  }
`);

export type StoredFiles = ResultOf<typeof query>['storedFiles'];
export type DamagedFile = StoredFiles['damaged'][number];

const POLL = 15_000;

export const storedFilesOptions = queryOptions({
  queryKey: ['operations', 'files'],
  queryFn: async () => (await request(query)).storedFiles,
  refetchInterval: POLL,
});
