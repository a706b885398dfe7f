import type { Tone } from '@/components/ui/badge';
import type { JobInfo, JobState } from '@/lib/messages/jobs';

export const JOB_TONES: Record<JobState, Tone> = {
  WAITING: 'neutral',
  SCHEDULED: 'neutral',
  RUNNING: 'info',
  STUCK: 'warning',
  CANCELLED: 'neutral',
  FAILED: 'danger',
  SUCCESS: 'success',
};

const ENDED: ReadonlySet<JobState> = new Set(['CANCELLED', 'FAILED', 'SUCCESS']);

export const isLive = ({ state }: { state: JobState }): boolean => !ENDED.has(state);
export const canCancel = ({ state, cancelRequested }: Pick<JobInfo, 'state' | 'cancelRequested'>): boolean => isLive({ state }) && !cancelRequested;
export const canRetry = ({ state }: { state: JobState }): boolean => state === 'FAILED' || state === 'CANCELLED';

/** Check whether a job has done nothing yet, so that cancelling it can be undone by a retry. */
export const isNotStarted = ({ state, started }: Pick<JobInfo, 'state' | 'started'>): boolean =>
  (state === 'WAITING' || state === 'SCHEDULED') && started === null;
