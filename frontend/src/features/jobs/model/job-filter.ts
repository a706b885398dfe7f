// The states of jobs as people choose among them, and what the server is asked for then.
import type { JobState } from './job-words';

export type JobFilter = 'waiting' | 'working' | 'retrying' | 'done' | 'failed' | 'cancelled';

interface FilterChoice {
  word: string;
  asked: { state: JobState } | { status: 'QUEUED' };
}

export const JOB_FILTERS: Record<JobFilter, FilterChoice> = {
  waiting: { word: 'Waiting', asked: { status: 'QUEUED' } },
  working: { word: 'Working', asked: { state: 'RUNNING' } },
  retrying: { word: 'Trying again', asked: { state: 'STUCK' } },
  done: { word: 'Done', asked: { state: 'SUCCESS' } },
  failed: { word: 'Failed', asked: { state: 'FAILED' } },
  cancelled: { word: 'Cancelled', asked: { state: 'CANCELLED' } },
};

export const isJobFilter = (value: unknown): value is JobFilter => typeof value === 'string' && Object.hasOwn(JOB_FILTERS, value);

export const JOB_FILTER_NAMES = Object.keys(JOB_FILTERS) as readonly JobFilter[];
