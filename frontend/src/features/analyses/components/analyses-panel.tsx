import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompare, Play, ScanSearch, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { HelpText } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import { actionsOptions, type Action } from '@/features/actions/api/actions';
import { ActionDialog } from '@/features/actions/components/action-dialog';
import { formatNumber } from '@/lib/format';
import { nodes } from '@/lib/relay';

import { analyzersOptions, needsSettings, useStartAnalysis, versionsOptions, type AnalysisVersion, type Analyzer, type AnalyzerProblem } from '../api/analyses';
import { resultsOfRunsOptions, type ShownResults } from '../api/results';
import { asAnalyzer } from '../model/remote-analyzer';
import styles from './analyses-panel.module.css';
import { Checks, Values } from './analysis-results';
import analysisResultsStyles from './analysis-results.module.css';
import { DifferencesDialog } from './differences-dialog';
import { Failures, Waiting } from './document-runs';

interface CardProps {
  analyzer: Analyzer;
  corpusId: string;
  mayEdit: boolean;
  onSetUp: (analyzer: Analyzer) => void;
}

function AnalyzerCard({ analyzer, corpusId, mayEdit, onSetUp }: CardProps) {
  const { title, description, version, labels } = analyzer;
  const start = useStartAnalysis(corpusId);
  return (
    <li className={styles['card']}>
      <h3>{title}</h3>
      <p className="muted">{description}</p>
      {labels.length > 0 && (
        <ul className={styles['labels']} aria-label={t`Labels of ${title}`}>
          {labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <div className={styles['foot']}>
        <span className="muted small">{version && t`Version ${version}`}</span>
        {mayEdit && needsSettings(analyzer) && (
          <Button size="small" icon={<SlidersHorizontal aria-hidden="true" />} aria-label={t`Set up ${title}`} onClick={() => onSetUp(analyzer)}>
            {t`Set up…`}
          </Button>
        )}
        {mayEdit && !needsSettings(analyzer) && (
          <Button size="small" icon={<Play aria-hidden="true" />} busy={start.isPending} aria-label={t`Run ${title}`} onClick={() => start.mutate({ analyzer })}>
            {t`Run`}
          </Button>
        )}
      </div>
    </li>
  );
}

/** The installed analyzers, with what they find; one click runs one on the whole corpus. */
function AnalyzerCards({ analyzers, ...props }: Omit<CardProps, 'analyzer'> & { analyzers: readonly Analyzer[] }) {
  if (analyzers.length === 0) return <HelpText>{t`No analyzers are installed.`}</HelpText>;
  return (
    <ul className={styles['cards']} aria-label={t`Analyzers`}>
      {analyzers.map((analyzer) => (
        <AnalyzerCard key={analyzer.name} analyzer={analyzer} {...props} />
      ))}
    </ul>
  );
}

interface AnalysesPanelProps {
  corpusId: string;
  mayEdit: boolean;
  mayAnnotate: boolean;
}

/** The installed analyzers that cannot be used. Only staff get any. */
function Problems({ problems }: { problems: readonly AnalyzerProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles['problems']} aria-label={t`Analyzers that cannot be used`}>
      {problems.map((problem) => (
        <li key={problem.name}>{t`The analyzer ${problem.name} of ${problem.package} cannot be used: ${problem.reason}`}</li>
      ))}
    </ul>
  );
}

interface DialogProps {
  action: Action;
  corpusId: string;
  settingsVersion: number;
  shown: ShownResults;
  mayAnnotate: boolean;
  onClose: () => void;
}

/** The documents of a run that did not pass, with the reasons; or those with values. */
function ResultsDialog({ action, corpusId, settingsVersion, shown, mayAnnotate, onClose }: DialogProps) {
  const runs = useInfiniteQuery(resultsOfRunsOptions(corpusId, action.uuid, settingsVersion, shown));
  const title = shown === 'values' ? t`Values of ${action.name}, version ${settingsVersion}` : t`Did not pass ${action.name}, version ${settingsVersion}`;
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={title}>
      <DialogBody>
        {runs.isPending && <SkeletonRows label={t`Loading the documents`} />}
        {runs.isError && <ErrorNotice title={t`The documents could not be loaded`} error={runs.error} onRetry={() => void runs.refetch()} />}
        <ul className={analysisResultsStyles['documents']} aria-label={t`Documents`}>
          {(runs.data?.pages ?? []).flatMap(nodes).map(({ uuid, document, failed, metadata }) => (
            <li key={uuid}>
              <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId }} translate="no">
                {document.title}
              </Link>
              {shown === 'values' ? <Values values={nodes(metadata)} corpusId={corpusId} documentId={document.uuid} editable={mayAnnotate} /> : <Checks checks={nodes(failed)} />}
            </li>
          ))}
        </ul>
        {runs.hasNextPage && (
          <Button variant="quiet" busy={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
      </DialogBody>
    </Dialog>
  );
}

interface HistoryProps {
  action: Action;
  corpusId: string;
  mayEdit: boolean;
  mayAnnotate: boolean;
}

type OnShow = (settingsVersion: number, shown: ShownResults) => void;

function Verdicts({ version: { settingsVersion, passed, notPassed, withMetadata }, onShow }: { version: AnalysisVersion; onShow: OnShow }) {
  return (
    <>
      {passed > 0 && <div>{plural(passed, { one: '# document passed', other: '# documents passed' })}</div>}
      {notPassed > 0 && (
        <Button size="small" variant="quiet" className={styles['failed']} onClick={() => onShow(settingsVersion, 'not-passed')}>
          {plural(notPassed, { one: '# document did not pass', other: '# documents did not pass' })}
        </Button>
      )}
      {withMetadata > 0 && (
        <Button size="small" variant="quiet" onClick={() => onShow(settingsVersion, 'values')}>
          {plural(withMetadata, { one: 'Values of # document', other: 'Values of # documents' })}
        </Button>
      )}
    </>
  );
}

function Documents({ version: { running, success, failed, cancelled } }: { version: AnalysisVersion }) {
  return (
    <>
      {running > 0 && <div>{t`${formatNumber(running)} in progress`}</div>}
      {success > 0 && <div>{t`${formatNumber(success)} done`}</div>}
      {failed > 0 && <div className={styles['failed']}>{t`${formatNumber(failed)} failed`}</div>}
      {cancelled > 0 && <div>{t`${formatNumber(cancelled)} cancelled`}</div>}
    </>
  );
}

function Labels({ version: { labels } }: { version: AnalysisVersion }) {
  if (labels.length === 0) return <span className="muted">{t`Nothing found`}</span>;
  return (
    <ul className={styles['labels']}>
      {labels.map(({ label, count }) => (
        <li key={label}>
          {label} <span className="muted numeric">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  );
}

interface VersionsProps {
  action: Action;
  versions: readonly AnalysisVersion[];
  onCompare: () => void;
  onShow: OnShow;
}

function Versions({ action, versions, onCompare, onShow }: VersionsProps) {
  if (versions.length === 0) return <p className="muted">{t`Has not run yet`}</p>;
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']} aria-label={t`Runs of ${action.name}`}>
        <thead>
          <tr>
            <th scope="col">{t`Settings`}</th>
            <th scope="col">{t`Started`}</th>
            <th scope="col">{t`Documents`}</th>
            <th scope="col">{t`Found`}</th>
            <th scope="col">{t`Checks and values`}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.settingsVersion}>
              <th scope="row">
                {t`Version ${version.settingsVersion}`}
                {version.analyzerVersion && <div className="muted">{t`Analyzer version ${version.analyzerVersion}`}</div>}
              </th>
              <td>
                <RelativeTime iso={version.started} />
              </td>
              <td>
                <Documents version={version} />
              </td>
              <td>
                <Labels version={version} />
              </td>
              <td>
                <Verdicts version={version} onShow={onShow} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {versions.length > 1 && (
        <Button size="small" icon={<GitCompare aria-hidden="true" />} onClick={onCompare}>
          {t`Compare versions…`}
        </Button>
      )}
    </div>
  );
}

/** The runs of one analyzer in the corpus, by version of its settings. */
function AnalysisHistory({ action, corpusId, mayEdit, mayAnnotate }: HistoryProps) {
  const { waiting, queued } = action.executionCounts;
  const versions = useQuery(versionsOptions(action.uuid, waiting + queued > 0));
  const [comparing, setComparing] = useState(false);
  const [shown, setShown] = useState<{ settingsVersion: number; shown: ShownResults }>();
  return (
    <li className={styles['action']}>
      <div className={styles['actionHead']}>
        <h3>{action.name}</h3>
        {waiting + queued > 0 && (
          <span role="status" className="muted">
            {plural(waiting + queued, { one: '# document in progress', other: '# documents in progress' })}
          </span>
        )}
      </div>
      {versions.isPending && <SkeletonRows label={t`Loading the runs`} />}
      {versions.isError && <ErrorNotice title={t`The runs could not be loaded`} error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && <Versions action={action} versions={versions.data} onCompare={() => setComparing(true)} onShow={(settingsVersion, of) => setShown({ settingsVersion, shown: of })} />}
      {versions.data?.some(({ running }) => running > 0) && <Waiting action={action} corpusId={corpusId} mayEdit={mayEdit} />}
      {versions.data?.some(({ failed }) => failed > 0) && <Failures action={action} corpusId={corpusId} />}
      {shown && <ResultsDialog action={action} corpusId={corpusId} mayAnnotate={mayAnnotate} {...shown} onClose={() => setShown(undefined)} />}
      {comparing && versions.data && <DifferencesDialog action={action} corpusId={corpusId} versions={versions.data} onClose={() => setComparing(false)} />}
    </li>
  );
}

/** The analyzers, and what they have found in the documents of a corpus. */
export function AnalysesPanel({ corpusId, mayEdit, mayAnnotate }: AnalysesPanelProps) {
  const analyzers = useQuery(analyzersOptions);
  const actions = useQuery(actionsOptions(corpusId));
  const [setUp, setSetUp] = useState<Analyzer>();
  const error = analyzers.error ?? actions.error;
  const retry = () => void Promise.all([analyzers.refetch(), actions.refetch()]);
  if (error) return <ErrorNotice title={t`The analyzers could not be loaded`} error={error} onRetry={retry} />;
  if (!analyzers.data || !actions.data) return <SkeletonRows label={t`Loading the analyzers`} />;
  const { actions: all, ...options } = actions.data;
  const remote = options.remoteAnalyzers.filter(({ enabled }) => enabled).map(asAnalyzer);
  const analyses = all.filter(({ kind }) => kind === 'ANALYZE');
  return (
    <div className={styles['panel']} tabIndex={0} role="region" aria-label={t`Analyzers and their runs`}>
      <section aria-labelledby="analyzers-title">
        <h2 id="analyzers-title" className={styles['head']}>{t`Analyzers`}</h2>
        <p className={styles['about']}>{t`An analyzer reads every document of this corpus and suggests annotations, which you accept or reject in the document.`}</p>
        <AnalyzerCards analyzers={[...analyzers.data.installedAnalyzers, ...remote]} corpusId={corpusId} mayEdit={mayEdit} onSetUp={setSetUp} />
        <Problems problems={analyzers.data.analyzerProblems} />
      </section>
      <section aria-labelledby="analyses-title">
        <h2 id="analyses-title" className={styles['head']}>{t`Runs`}</h2>
        {analyses.length === 0 ? (
          <Notice icon={<ScanSearch />} title={t`No runs yet`}>
            {t`Run an analyzer to see here what it finds.`}
          </Notice>
        ) : (
          <ul aria-label={t`Runs`}>
            {analyses.map((action) => (
              <AnalysisHistory key={action.uuid} action={action} corpusId={corpusId} mayEdit={mayEdit} mayAnnotate={mayAnnotate} />
            ))}
          </ul>
        )}
      </section>
      {setUp && (
        <ActionDialog
          corpusId={corpusId}
          action={undefined}
          start={{ kind: 'ANALYZE', analyzer: setUp.name, name: setUp.title }}
          options={options}
          hasIndex={all.some(({ kind }) => kind === 'EMBED')}
          onClose={() => setSetUp(undefined)}
        />
      )}
    </div>
  );
}
