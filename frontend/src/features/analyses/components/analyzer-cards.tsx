import { t } from '@lingui/core/macro';
import { Play, SlidersHorizontal } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { HelpText } from '@/components/ui/form';

import { needsSettings, useStartAnalysis, type Analyzer } from '../api/analyses';
import styles from './analyses-panel.module.css';

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
export function AnalyzerCards({ analyzers, ...props }: Omit<CardProps, 'analyzer'> & { analyzers: readonly Analyzer[] }) {
  if (analyzers.length === 0) return <HelpText>{t`No analyzers are installed.`}</HelpText>;
  return (
    <ul className={styles['cards']} aria-label={t`Analyzers`}>
      {analyzers.map((analyzer) => (
        <AnalyzerCard key={analyzer.name} analyzer={analyzer} {...props} />
      ))}
    </ul>
  );
}
