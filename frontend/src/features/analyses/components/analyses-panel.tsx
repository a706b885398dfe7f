import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { actionsOptions } from '@/features/actions/api/actions';
import { ActionDialog } from '@/features/actions/components/action-dialog';

import { analyzersOptions, type Analyzer, type AnalyzerProblem } from '../api/analyses';
import { asAnalyzer } from '../model/remote-analyzer';
import styles from './analyses-panel.module.css';
import { AnalysisHistory } from './analysis-history';
import { AnalyzerCards } from './analyzer-cards';

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
