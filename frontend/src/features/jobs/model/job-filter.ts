// Job states as filters, and the query variables for each.
import type { JobState } from '@/lib/messages/jobs';

export type JobFilter = 'waiting' | 'working' | 'retrying' | 'done' | 'failed' | 'cancelled';

interface FilterChoice {
  label: string;
  variables: { state: JobState } | { status: 'QUEUED' };
}

export const JOB_FILTERS: Record<JobFilter, FilterChoice> = {
  waiting: { label: 'Waiting', variables: { status: 'QUEUED' } },
  working: { label: 'Running', variables: { state: 'RUNNING' } },
  retrying: { label: 'Retrying', variables: { state: 'STUCK' } },
  done: { label: 'Done', variables: { state: 'SUCCESS' } },
  failed: { label: 'Failed', variables: { state: 'FAILED' } },
  cancelled: { label: 'Cancelled', variables: { state: 'CANCELLED' } },
};

export const isJobFilter = (value: unknown): value is JobFilter => typeof value === 'string' && Object.hasOwn(JOB_FILTERS, value);

export const JOB_FILTER_NAMES = Object.keys(JOB_FILTERS) as readonly JobFilter[];
