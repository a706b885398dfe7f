import { t } from '@lingui/core/macro';
import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';

import { errorMessage } from '@/lib/messages/errors';
import { stepText } from '@/lib/messages/jobs';
import { formatDuration } from '@/lib/time';

import type { JobStep } from '../api/get-job';
import styles from './job-details.module.css';

const STATES: Record<JobStep['state'], { Icon: typeof Circle; label: string }> = {
  WAITING: { Icon: Circle, label: t`Waiting` },
  RUNNING: { Icon: LoaderCircle, label: t`Running` },
  SUCCESS: { Icon: CircleCheck, label: t`Done` },
  FAILED: { Icon: CircleX, label: t`Failed` },
  SKIPPED: { Icon: CircleMinus, label: t`Skipped` },
};

export function JobSteps({ steps }: { steps: readonly JobStep[] }) {
  return (
    <ol className={styles['steps']} aria-label={t`Steps`}>
      {steps.map((step) => {
        const { Icon, label } = STATES[step.state];
        return (
          <li key={step.name} data-state={step.state} title={step.error ? errorMessage(step.error) : undefined}>
            <Icon aria-hidden="true" />
            <span>{stepText(step.name)}</span>
            <span className="muted small numeric">{step.state === 'SUCCESS' && step.durationMs !== null ? formatDuration(step.durationMs) : label}</span>
          </li>
        );
      })}
    </ol>
  );
}
