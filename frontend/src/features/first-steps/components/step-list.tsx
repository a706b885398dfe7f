import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

import type { FirstSteps } from '../api/first-steps';
import type { Step, StepName } from '../model/steps';
import styles from './first-steps.module.css';

const IN_DOCUMENT: Partial<Record<StepName, string>> = {
  annotation: t`Open a document to label`,
  question: t`Open a document to ask`,
  share: t`Open a document to share`,
};

const IN_CORPUS: Partial<Record<StepName, { label: string; tab?: 'search' | 'extract' | 'annotations' }>> = {
  search: { label: t`Search in a corpus`, tab: 'search' },
  extract: { label: t`Go to the tables of a corpus`, tab: 'extract' },
  share: { label: t`Open a corpus to share` },
  export: { label: t`Go to the annotations of a corpus`, tab: 'annotations' },
};

/** A link to the place where a task is done; none as long as there is no document for it. */
function StepLink({ name, known: { corpus, document, hasSample } }: { name: StepName; known: FirstSteps }) {
  const inCorpus = IN_CORPUS[name];
  const inDocument = IN_DOCUMENT[name];
  // Without the sample it may be the personal corpus, which cannot be shared.
  if (corpus && inCorpus && (hasSample || !inDocument)) {
    return (
      <Link to="/c/$uuid" params={{ uuid: corpus }} search={inCorpus.tab ? { tab: inCorpus.tab } : {}}>
        {inCorpus.label}
      </Link>
    );
  }
  if (!corpus || !document || !inDocument) return null;
  return (
    <Link to="/d/$uuid" params={{ uuid: document }} search={{ c: corpus }}>
      {inDocument}
    </Link>
  );
}

interface StepListProps {
  known: FirstSteps;
  steps: readonly Step[];
  /** buttons that add documents */
  add?: ReactNode;
}

/** The tasks, with a tick at those that are done, and the way to the others. */
export function StepList({ known, steps, add }: StepListProps) {
  return (
    <ol className={styles['steps']} aria-label={t`First steps`}>
      {steps.map(({ name, title, about, done }) => (
        <li key={name} data-done={done || undefined}>
          {done ? <CircleCheck role="img" aria-label={t({ message: 'Done', context: 'task' })} /> : <Circle role="img" aria-label={t`To do`} />}
          <div>
            <h3>{title}</h3>
            {!done && <p className="muted">{about}</p>}
            {!done && (
              <div className={styles['ways']}>
                {name === 'documents' ? add : <StepLink name={name} known={known} />}
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
