import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Play, ScanSearch, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { HelpText } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { actionsOptions } from '@/features/actions/api/actions';
import { ActionDialog } from '@/features/actions/components/action-dialog';

import { analyzersOptions, needsSettings, useStartAnalysis, type Analyzer, type AnalyzerProblem } from '../api/analyses';
import { asAnalyzer } from '../model/remote-analyzer';
import styles from './analyses-panel.module.css';
import { AnalysisHistory } from './analysis-history';

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
