// An action on a document, in words for people rather than for the machine that ran it.

interface JobWords {
  state: string;
  progress: number;
  message: string;
  reason: string;
}

interface ExecutionWords {
  state: string;
  message: string;
  job: JobWords | null;
}

const JOB_STATES: Record<string, (job: JobWords) => string> = {
  WAITING: () => 'Waiting for its turn',
  SCHEDULED: () => 'About to start',
  RUNNING: ({ progress }) => (progress > 0 ? `Running, ${progress} %` : 'Running'),
  STUCK: () => 'Interrupted; it will start again by itself',
};

export function executionDetail({ state, message, job }: ExecutionWords): string {
  if (state === 'QUEUED' && job) return JOB_STATES[job.state]?.(job) ?? message;
  return message || job?.message || job?.reason || '';
}
