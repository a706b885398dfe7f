import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query DocumentRuns($corpusId: ID!, $documentId: ID!) {
    corpus(id: $corpusId) {
      id
      analysisRuns(first: 100, documentId: $documentId) {
        edges {
          node {
            uuid
            analyzer
            state
            code
            message
            findingCount
            finished
          }
        }
      }
    }
  }
`);

type Runs = NonNullable<ResultOf<typeof query>['corpus']>['analysisRuns'];
export type DocumentRun = Runs['edges'][number]['node'];

const POLL = 1_000;

/** The runs of analyzers on a document in a corpus, the newest first; asked again while some are in progress, or about to start. */
export const documentRunsOptions = (corpusId: string, documentId: string, isStarting: boolean) =>
  queryOptions({
    queryKey: ['analysis-runs', corpusId, documentId],
    queryFn: async () => {
      const { corpus } = await request(query, { corpusId, documentId });
      if (!corpus) throw notFoundError();
      return nodes(corpus.analysisRuns);
    },
    refetchInterval: ({ state: { data } }) => (isStarting || (data ?? []).some(({ state }) => state === 'RUNNING' || state === 'WAITING')) && pollInterval(POLL),
  });
