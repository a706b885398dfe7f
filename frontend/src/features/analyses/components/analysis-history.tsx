import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GitCompare } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogBody } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Action } from '@/features/actions/api/actions';
import { formatNumber } from '@/lib/format';
import { nodes } from '@/lib/relay';

import { versionsOptions, type AnalysisVersion } from '../api/analyses';
import { resultsOfRunsOptions, type ShownResults } from '../api/results';
import styles from './analyses-panel.module.css';
import { Checks, Values } from './analysis-results';
import analysisResultsStyles from './analysis-results.module.css';
import { DifferencesDialog } from './differences-dialog';
import { Failures, Waiting } from './document-runs';

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
export function AnalysisHistory({ action, corpusId, mayEdit, mayAnnotate }: HistoryProps) {
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
