import { queryOptions, useMutation } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

const documentsQuery = graphql(`
  query TrialDocuments($corpusId: ID!) {
    corpus(id: $corpusId) {
      id
      documents(first: 100) {
        edges {
          node {
            uuid
            title
          }
        }
      }
    }
  }
`);

const trialQuery = graphql(`
  query TryAnalyzer($corpusId: ID!, $documentId: ID!, $analyzer: String!, $settings: JSONObject!) {
    tryAnalyzer(corpusId: $corpusId, documentId: $documentId, analyzer: $analyzer, settings: $settings) {
      count
      labels {
        label
        count
      }
      findings {
        label
        before
        quote
        after
      }
    }
  }
`);

export type Trial = ResultOf<typeof trialQuery>['tryAnalyzer'];

/** The newest documents of a corpus, to try settings on. */
export const trialDocumentsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-documents', corpusId, 'trial'],
    queryFn: async () => {
      const { corpus } = await request(documentsQuery, { corpusId });
      if (!corpus) throw notFoundError();
      return corpus.documents.edges.map(({ node }) => node);
    },
  });

interface Tried {
  document: string;
  analyzer: string;
  settings: string;
}

/** Asks what an analyzer would find with settings that are not saved. */
export const useTrial = (corpusId: string) =>
  useMutation({
    mutationFn: async ({ document, analyzer, settings }: Tried) => (await request(trialQuery, { corpusId, documentId: document, analyzer, settings })).tryAnalyzer,
  });
