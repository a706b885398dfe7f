import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query AllowedAnalyzerServers($corpusId: ID!) {
    allowedServers(corpusId: $corpusId) {
      analyzers {
        host
        name
      }
    }
  }
`);

export type AllowedServer = ResultOf<typeof query>['allowedServers']['analyzers'][number];

/** The servers that remote analyzers of a corpus may be on, for those who may share it. */
export const allowedServersOptions = (corpusId: string) =>
  queryOptions({ queryKey: ['allowed-servers', corpusId], queryFn: async () => (await request(query, { corpusId })).allowedServers.analyzers });
