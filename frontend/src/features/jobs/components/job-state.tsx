import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle, RotateCw } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import { JOB_TONES, jobWords, type JobFacts, type JobState } from '../model/job-words';
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

/** The state of a job in words, counting down where it counts, with a bar while it works. */
export function JobStateLine({ job }: { job: JobFacts }) {
  const now = useNow(job.state === 'STUCK');
  const Icon = ICONS[job.state];
  const words = jobWords(job, now);
  return (
    <div className={styles['line']}>
      <Badge tone={JOB_TONES[job.state]} icon={<Icon aria-hidden="true" />}>
        <span className={styles['words']} title={words}>
          {words}
        </span>
      </Badge>
      {job.state === 'RUNNING' && job.progress > 0 && <progress className={styles['bar']} max={100} value={job.progress} aria-label="Progress" />}
    </div>
  );
}
