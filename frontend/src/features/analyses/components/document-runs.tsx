import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import type { Action } from '@/features/actions/api/actions';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { mutate, request } from '@/lib/graphql-client';
import { failureText } from '@/lib/messages/server-sentences';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './analyses-panel.module.css';

const analysisRunsQuery = graphql(`
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

type Runs = NonNullable<ResultOf<typeof analysisRunsQuery>['corpus']>['analysisRuns'];
type Run = Runs['edges'][number]['node'];

const POLL = 3_000;

async function fetchRuns(corpusId: string, actionId: string, state: 'FAILED' | 'WAITING'): Promise<Runs> {
  const { corpus } = await request(analysisRunsQuery, { corpusId, actionId, state });
  if (!corpus) throw notFoundError();
  return corpus.analysisRuns;
}

const failuresOptions = (corpusId: string, actionId: string) =>
  queryOptions({ queryKey: ['analysis-runs', corpusId, actionId, 'FAILED'], queryFn: () => fetchRuns(corpusId, actionId, 'FAILED') });

/** The runs that wait for the results of another server; asked again while there are some. */
const waitingOptions = (corpusId: string, actionId: string) =>
  queryOptions({
    queryKey: ['analysis-runs', corpusId, actionId, 'WAITING'],
    queryFn: () => fetchRuns(corpusId, actionId, 'WAITING'),
    refetchInterval: ({ state: { data } }) => (data?.totalCount ?? 0) > 0 && pollInterval(POLL),
  });

const useCancelRun = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (id: string) => mutate(cancellation, { id }),
    affected: [['analysis-runs', corpusId], ['analysis-versions'], ['actions', corpusId], ['executions', corpusId]],
    onSuccess: () => showToast({ text: t`Cancelled the analysis of the document.` }),
  });

interface RunsProps {
  action: Action;
  corpusId: string;
}

function DocumentLink({ run: { document }, corpusId }: { run: Run; corpusId: string }) {
  return (
    <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId }} translate="no">
      {document.title}
    </Link>
  );
}

/** The documents on which the action failed, with the reasons. */
export function Failures({ action, corpusId }: RunsProps) {
  const { data } = useQuery(failuresOptions(corpusId, action.uuid));
  if (!data?.totalCount) return null;
  return (
    <details className={styles['failures']}>
      <summary>{plural(data.totalCount, { one: 'Show # failure', other: 'Show # failures' })}</summary>
      <ul>
        {data.edges.map(({ node }) => (
          <li key={node.uuid}>
            <DocumentLink run={node} corpusId={corpusId} />
            <div className="muted">{failureText(node)}</div>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The documents whose results another server has not sent yet. */
export function Waiting({ action, corpusId, mayEdit }: RunsProps & { mayEdit: boolean }) {
  const { data } = useQuery(waitingOptions(corpusId, action.uuid));
  const cancel = useCancelRun(corpusId);
  if (!data?.totalCount) return null;
  return (
    <details className={styles['waiting']}>
      <summary>{plural(data.totalCount, { one: '# document waits for the results of the remote analyzer', other: '# documents wait for the results of the remote analyzer' })}</summary>
      <ul>
        {data.edges.map(({ node }) => (
          <li key={node.uuid}>
            <DocumentLink run={node} corpusId={corpusId} />
            {mayEdit && (
              <Button size="small" variant="quiet" aria-label={t`Cancel ${node.document.title}`} disabled={cancel.isPending} onClick={() => cancel.mutate(node.uuid)}>
                {t`Cancel`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
