import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { mutate, request } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const query = graphql(`
  query AnalysisRuns($corpusId: ID!, $actionId: ID!, $state: AnalysisRunState!) {
    corpus(id: $corpusId) {
      id
      analysisRuns(first: 20, actionId: $actionId, state: $state) {
        totalCount
        edges {
          node {
            uuid
            code
            message
            document {
              uuid
              title
            }
          }
        }
      }
    }
  }
`);

const cancellation = graphql(
  `
    mutation CancelAnalysisRun($input: CancelAnalysisRunInput!) {
      cancelAnalysisRun(input: $input) {
        analysisRun {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Runs = NonNullable<ResultOf<typeof query>['corpus']>['analysisRuns'];
export type Run = Runs['edges'][number]['node'];

const POLL = 3_000;

async function fetchRuns(corpusId: string, actionId: string, state: 'FAILED' | 'WAITING'): Promise<Runs> {
  const { corpus } = await request(query, { corpusId, actionId, state });
  if (!corpus) throw notFoundError();
  return corpus.analysisRuns;
}

export const failuresOptions = (corpusId: string, actionId: string) =>
  queryOptions({ queryKey: ['analysis-runs', corpusId, actionId, 'FAILED'], queryFn: () => fetchRuns(corpusId, actionId, 'FAILED') });

/** The runs that wait for the results of another server; asked again while there are some. */
export const waitingOptions = (corpusId: string, actionId: string) =>
  queryOptions({
    queryKey: ['analysis-runs', corpusId, actionId, 'WAITING'],
    queryFn: () => fetchRuns(corpusId, actionId, 'WAITING'),
    refetchInterval: ({ state: { data } }) => (data?.totalCount ?? 0) > 0 && pollInterval(POLL),
  });

export const useCancelRun = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (id: string) => mutate(cancellation, { id }),
    affected: [['analysis-runs', corpusId], ['analysis-versions'], ['actions', corpusId], ['executions', corpusId]],
    onSuccess: () => showToast({ text: t`Cancelled the analysis of the document.` }),
  });
