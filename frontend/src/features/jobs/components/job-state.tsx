import { t } from '@lingui/core/macro';
import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle, RotateCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { jobText, type JobInfo, type JobState } from '@/lib/messages/jobs';

import { JOB_TONES } from '../model/job-state';
import { useNow } from '../use-now';
import styles from './job-state.module.css';

const ICONS: Record<JobState, typeof CircleCheck> = {
  WAITING: CircleDashed,
  SCHEDULED: CircleDashed,
  RUNNING: LoaderCircle,
  STUCK: RotateCw,
  CANCELLED: CircleSlash,
  FAILED: CircleX,
  SUCCESS: CircleCheck,
};

/** The state of a job, with a countdown until a retry and a progress bar while it runs. */
export function JobStateLine({ job }: { job: JobInfo }) {
  const now = useNow(job.state === 'STUCK');
  const Icon = ICONS[job.state];
  const text = jobText(job, now);
  return (
    <div className={styles['line']}>
      <Badge tone={JOB_TONES[job.state]} icon={<Icon aria-hidden="true" />}>
        <span className={styles['text']} title={text}>
          {text}
        </span>
      </Badge>
      {job.state === 'RUNNING' && job.progress > 0 && <progress className={styles['bar']} max={100} value={job.progress} aria-label={t`Progress`} />}
    </div>
  );
}
