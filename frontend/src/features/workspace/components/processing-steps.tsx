import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';

import type { DocumentDetail } from '@/features/documents/api/get-document';
import { processingJob } from '@/features/documents/model/processing-job';
import { stepWords } from '@/features/documents/model/state';
import { duration } from '@/lib/time';

import styles from './unreadable.module.css';

type Step = DocumentDetail['jobs'][number]['steps'][number];

const LOOKS: Record<Step['state'], { Icon: typeof Circle; word: string }> = {
  WAITING: { Icon: Circle, word: 'Waiting' },
  RUNNING: { Icon: LoaderCircle, word: 'In progress' },
  SUCCESS: { Icon: CircleCheck, word: 'Done' },
  FAILED: { Icon: CircleX, word: 'Failed' },
  SKIPPED: { Icon: CircleMinus, word: 'Left out' },
};

function StepLine({ step }: { step: Step }) {
  const { Icon, word } = LOOKS[step.state];
  return (
    <li data-state={step.state}>
      <Icon aria-hidden="true" />
      <span>{stepWords(step.name)}</span>
      <span className="muted small numeric">{step.state === 'SUCCESS' && step.durationMs !== null ? duration(step.durationMs) : word}</span>
    </li>
  );
}

/** What is happening to the document, as it happens. */
export function ProcessingSteps({ document }: { document: DocumentDetail }) {
  const job = processingJob(document.jobs);
  return (
    <div className={styles['steps']}>
      <div className={styles['sheet']}>{document.thumbnailUrl && <img src={document.thumbnailUrl} alt="First page" />}</div>
      <ol className={styles['list']} aria-label="Steps" aria-live="polite">
        {job?.steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
      <p className="muted">{job?.message || 'You can leave this page; it goes on without you.'}</p>
    </div>
  );
}
