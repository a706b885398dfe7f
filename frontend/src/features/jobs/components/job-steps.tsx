import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';

import { stepWords } from '@/features/documents/model/state';
import { duration } from '@/lib/time';

import type { JobStep } from '../api/get-job';
import styles from './job-details.module.css';

const LOOKS: Record<JobStep['state'], { Icon: typeof Circle; word: string }> = {
  WAITING: { Icon: Circle, word: 'Waiting' },
  RUNNING: { Icon: LoaderCircle, word: 'In progress' },
  SUCCESS: { Icon: CircleCheck, word: 'Done' },
  FAILED: { Icon: CircleX, word: 'Failed' },
  SKIPPED: { Icon: CircleMinus, word: 'Left out' },
};

export function JobSteps({ steps }: { steps: readonly JobStep[] }) {
  return (
    <ol className={styles['steps']} aria-label="Steps">
      {steps.map((step) => {
        const { Icon, word } = LOOKS[step.state];
        return (
          <li key={step.name} data-state={step.state} title={step.error?.message}>
            <Icon aria-hidden="true" />
            <span>{stepWords(step.name)}</span>
            <span className="muted small numeric">{step.state === 'SUCCESS' && step.durationMs !== null ? duration(step.durationMs) : word}</span>
          </li>
        );
      })}
    </ol>
  );
}
