// The values and verdicts that analyzers give documents.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

const analysisResults = graphql(`
  fragment AnalysisResults on AnalysisRun {
    uuid
    verdict
    verdicts: results(first: 20, kind: VERDICT) {
      edges {
        node {
          uuid
          value
          note
        }
      }
    }
    metadata: results(first: 50, kind: METADATA) {
      edges {
        node {
          uuid
          label
          value
          review
        }
      }
    }
  }
`);

const runsQuery = graphql(
  `
    query AnalysisResultsOfRuns($corpusId: ID!, $actionId: ID!, $settingsVersion: Int!, $verdict: AnalysisVerdict, $has: AnalysisResultKind, $first: Int!, $after: String) {
      corpus(id: $corpusId) {
        id
        analysisRuns(first: $first, after: $after, actionId: $actionId, settingsVersion: $settingsVersion, verdict: $verdict, has: $has) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              ...AnalysisResults
              failed: results(first: 20, kind: VERDICT, verdict: FAILED) {
                edges {
                  node {
                    uuid
                    value
                    note
                  }
                }
              }
              document {
                uuid
                title
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor, analysisResults],
);

const documentQuery = graphql(
  `
    query AnalysisResultsOfDocument($corpusId: ID!, $documentId: ID!) {
      corpus(id: $corpusId) {
        id
        analysisRuns(first: 20, documentId: $documentId, latest: true) {
          edges {
            node {
              ...AnalysisResults
              finished
              action {
                name
              }
            }
          }
        }
      }
    }
  `,
  [analysisResults],
);

type Results = ResultOf<typeof analysisResults>;
export type Check = Results['verdicts']['edges'][number]['node'];
export type Value = Results['metadata']['edges'][number]['node'];

/** The runs that did not pass, or those with values. */
export type ShownResults = 'not-passed' | 'values';

const PAGE = 30;

const FILTERS: Record<ShownResults, { verdict: 'FAILED' | null; has: 'METADATA' | null }> = { 'not-passed': { verdict: 'FAILED', has: null }, values: { verdict: null, has: 'METADATA' } };

/** The documents that an action has analyzed with one version of its settings. */
export const resultsOfRunsOptions = (corpusId: string, actionId: string, settingsVersion: number, shown: ShownResults) =>
  infiniteQueryOptions({
    queryKey: ['analysis-runs', corpusId, actionId, settingsVersion, shown],
    queryFn: async ({ pageParam }) => {
      const { corpus } = await request(runsQuery, { corpusId, actionId, settingsVersion, ...FILTERS[shown], first: PAGE, after: pageParam });
      if (!corpus) throw notFoundError();
      return corpus.analysisRuns;
    },
    ...byCursor,
  });

/** The newest results of each action on a document, without those that have neither values nor verdicts. */
export const resultsOfDocumentOptions = (corpusId: string, documentId: string) =>
  queryOptions({
    queryKey: ['analysis-runs', corpusId, documentId, 'latest'],
    queryFn: async () => {
      const { corpus } = await request(documentQuery, { corpusId, documentId });
      return corpus ? nodes(corpus.analysisRuns).filter(({ verdicts, metadata }) => verdicts.edges.length + metadata.edges.length > 0) : [];
    },
  });
