import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { actionsOptions, type Action } from '@/features/actions/api/actions';
import { useRunAction } from '@/features/actions/api/edit-actions';
import actionsPanelStyles from '@/features/actions/components/actions-panel.module.css';
import { kindLabel } from '@/features/actions/model/action';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { failureText } from '@/lib/messages/server-sentences';
import { nodes } from '@/lib/relay';

import { analyzersOptions, needsSettings, useStartAnalysis, type Analyzer } from '../api/analyses';
import { asAnalyzer } from '../model/remote-analyzer';
import styles from './analyses-panel.module.css';

const documentRunsQuery = graphql(`
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

type Runs = NonNullable<ResultOf<typeof documentRunsQuery>['corpus']>['analysisRuns'];
type DocumentRun = Runs['edges'][number]['node'];

const POLL = 1_000;

/** The runs of analyzers on a document in a corpus, the newest first; asked again while some are in progress, or about to start. */
const documentRunsOptions = (corpusId: string, documentId: string, isStarting: boolean) =>
  queryOptions({
    queryKey: ['analysis-runs', corpusId, documentId],
    queryFn: async () => {
      const { corpus } = await request(documentRunsQuery, { corpusId, documentId });
      if (!corpus) throw notFoundError();
      return nodes(corpus.analysisRuns);
    },
    refetchInterval: ({ state: { data } }) => (isStarting || (data ?? []).some(({ state }) => state === 'RUNNING' || state === 'WAITING')) && pollInterval(POLL),
  });

interface DocumentAnalyzersDialogProps {
  corpusId: string;
  documentIds: readonly string[];
  onClose: () => void;
}

function stateOf(run: DocumentRun | undefined): string {
  switch (run?.state) {
    case undefined:
      return '';
    case 'SUCCESS':
      return plural(run.findingCount, { one: 'Done: # passage found', other: 'Done: # passages found' });
    case 'FAILED':
      return t`Failed: ${failureText(run)}`;
    case 'CANCELLED':
      return t`Cancelled`;
    default:
      return t`Running…`;
  }
}

interface ItemProps extends Pick<DocumentAnalyzersDialogProps, 'corpusId' | 'documentIds'> {
  analyzer: Analyzer;
  run: DocumentRun | undefined;
  isStarting: boolean;
  onStart: (count: number) => void;
}

function Item({ analyzer, run, corpusId, documentIds, isStarting, onStart }: ItemProps) {
  const { title, description } = analyzer;
  const start = useStartAnalysis(corpusId);
  const isRunning = start.isPending || isStarting || run?.state === 'RUNNING' || run?.state === 'WAITING';
  const begin = () => start.mutate({ analyzer, documents: [...documentIds] }, { onSuccess: onStart });
  return (
    <li className={styles['card']}>
      <h3>{title}</h3>
      <p className="muted">{description}</p>
      <div className={styles['foot']}>
        <span className="muted small" role="status">
          {isRunning ? t`Running…` : stateOf(run)}
        </span>
        <Button size="small" icon={<Play aria-hidden="true" />} busy={isRunning} aria-label={t`Run ${title}`} onClick={begin}>
          {t`Run`}
        </Button>
      </div>
    </li>
  );
}

/** Return the analyzers that can run: those that need settings can once an action of the corpus has them. */
function useRunnableAnalyzers(corpusId: string) {
  const installed = useQuery(analyzersOptions);
  const actions = useQuery(actionsOptions(corpusId));
  const retry = () => void Promise.all([installed.refetch(), actions.refetch()]);
  const error = installed.error ?? actions.error;
  if (!installed.data || !actions.data) return { analyzers: undefined, error, retry };
  const ready = new Set(actions.data.actions.filter(({ enabled }) => enabled).map(({ analyzer }) => analyzer));
  const remote = actions.data.remoteAnalyzers.filter(({ enabled }) => enabled).map(asAnalyzer);
  const analyzers = [...installed.data.installedAnalyzers, ...remote].filter((each) => !needsSettings(each) || ready.has(each.name));
  return { analyzers, error, retry };
}

const aboutRuns = (count: number) =>
  count === 1
    ? t`It runs on this document only. What an analyzer finds is suggested as annotations, which you accept or reject.`
    : t`It runs on the selected documents only. What an analyzer finds is suggested as annotations, which you accept or reject.`;

interface ActionsForDocumentsProps {
  corpusId: string;
  documentIds: readonly string[];
}

function ActionItem({ action, documentIds }: Pick<ActionsForDocumentsProps, 'documentIds'> & { action: Action }) {
  const run = useRunAction();
  return (
    <li className={actionsPanelStyles['choice']}>
      <span>
        {action.name} <span className="muted">{kindLabel(action.kind)}</span>
      </span>
      <Button size="small" icon={<Play aria-hidden="true" />} busy={run.isPending} aria-label={t`Run ${action.name}`} onClick={() => run.mutate({ ...action, documentIds: [...documentIds] })}>
        {t`Run`}
      </Button>
    </li>
  );
}

/** The agents and extractions of a corpus, to run on these documents only; nothing if it has none. */
function ActionsForDocuments({ corpusId, documentIds }: ActionsForDocumentsProps) {
  const { data } = useQuery(actionsOptions(corpusId));
  const actions = data?.actions.filter(({ enabled, kind }) => enabled && (kind === 'AGENT' || kind === 'EXTRACT')) ?? [];
  if (actions.length === 0) return null;
  return (
    <section aria-label={t`Actions of the corpus`}>
      <h3>{t`Actions of the corpus`}</h3>
      <ul className={actionsPanelStyles['choices']}>
        {actions.map((action) => (
          <ActionItem key={action.uuid} {...{ action, documentIds }} />
        ))}
      </ul>
    </section>
  );
}

/** The analyzers and actions of a corpus, to run on these documents only. What they find is suggested in the documents; of one document, the runs are shown. */
export function DocumentAnalyzersDialog({ corpusId, documentIds, onClose }: DocumentAnalyzersDialogProps) {
  const queryClient = useQueryClient();
  const { analyzers, error, retry } = useRunnableAnalyzers(corpusId);
  const [documentId = ''] = documentIds;
  const isOne = documentIds.length === 1;
  /** the analyzer that was started, and the end of its last run before */
  const [started, setStarted] = useState<{ name: string; before: string | null } | null>(null);
  const { data: runs = [] } = useQuery({ ...documentRunsOptions(corpusId, documentId, started !== null), enabled: isOne });
  const ends = runs.map(({ finished }) => finished ?? '').join();
  useEffect(() => {
    if (ends !== '') void queryClient.invalidateQueries({ queryKey: ['annotations', documentId, corpusId] });
  }, [ends, queryClient, documentId, corpusId]);
  const endOf = (name: string) => runs.find(({ analyzer }) => analyzer === name)?.finished ?? null;
  const end = started && endOf(started.name);
  if (started && end !== null && end !== started.before) setStarted(null);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Run an analyzer or an action`} description={aboutRuns(documentIds.length)} wide>
      <ActionsForDocuments {...{ corpusId, documentIds }} />
      {error && <ErrorNotice title={t`The analyzers could not be loaded`} error={error} onRetry={retry} />}
      {!error && !analyzers && <SkeletonRows label={t`Loading the analyzers`} />}
      {analyzers && (
        <ul className={styles['cards']} aria-label={t`Analyzers`}>
          {analyzers.map((analyzer) => (
            <Item
              key={analyzer.name}
              {...{ analyzer, corpusId, documentIds }}
              run={runs.find((run) => run.analyzer === analyzer.name)}
              isStarting={started?.name === analyzer.name}
              onStart={(count) => isOne && count > 0 && setStarted({ name: analyzer.name, before: endOf(analyzer.name) })}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
