// Job states as filters, and the query variables for each.
import { t } from '@lingui/core/macro';

import type { JobState } from '@/lib/messages/jobs';

import type { JobFilter } from './job-filter-name';

interface FilterChoice {
  label: string;
  variables: { state: JobState } | { status: 'QUEUED' };
}

export const JOB_FILTERS: Record<JobFilter, FilterChoice> = {
  waiting: { label: t`Waiting`, variables: { status: 'QUEUED' } },
  working: { label: t`Running`, variables: { state: 'RUNNING' } },
  retrying: { label: t`Retrying`, variables: { state: 'STUCK' } },
  done: { label: t`Done`, variables: { state: 'SUCCESS' } },
  failed: { label: t`Failed`, variables: { state: 'FAILED' } },
  cancelled: { label: t`Cancelled`, variables: { state: 'CANCELLED' } },
};
