import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query CorpusProcessing($corpusId: ID!) {
    documents(corpusId: $corpusId, state: PROCESSING, first: 1) {
      totalCount
    }
    corpus(id: $corpusId) {
      id
      documentCount
      isMember
      executions(first: 50) {
        edges {
          node {
            id
            state
            action {
              kind
            }
          }
        }
      }
    }
  }
`);

const POLL = 1_500;

/** The number of documents that are searchable, and of those that are still being processed; only members see the executions. */
export interface Readiness {
  isMember: boolean;
  documents: number;
  processing: number;
  embedding: number;
  embedded: number;
}

async function fetchReadiness(corpusId: string): Promise<Readiness> {
  const { documents, corpus } = await request(query, { corpusId });
  const embeds = (corpus?.executions.edges ?? []).map(({ node }) => node).filter(({ action }) => action.kind === 'EMBED');
  return {
    isMember: corpus?.isMember ?? false,
    documents: corpus?.documentCount ?? 0,
    processing: documents.totalCount,
    embedding: embeds.filter(({ state }) => state === 'QUEUED').length,
    embedded: embeds.filter(({ state }) => state === 'SUCCESS').length,
  };
}

export const readinessOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-readiness', corpusId],
    queryFn: () => fetchReadiness(corpusId),
    refetchInterval: ({ state: { data } }) => data !== undefined && data.processing + data.embedding > 0 && pollInterval(POLL),
  });
