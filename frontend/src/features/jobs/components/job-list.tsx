import { plural, t } from '@lingui/core/macro';
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { request } from '@/lib/graphql-client';
import { kindText, type JobState } from '@/lib/messages/jobs';
import { byCursor, nodes } from '@/lib/relay';

import { jobOptions } from '../api/get-job';
import { isJobFilter, JOB_FILTER_NAMES, type JobFilter } from '../model/job-filter-name';
import { isLive } from '../model/job-state';
import { JobButtons } from './job-buttons';
import jobDetailsStyles from './job-details.module.css';
import styles from './job-list.module.css';
import { JobLog } from './job-log';
import { JobStateLine } from './job-state';
import { JobSteps } from './job-steps';

/** The fields of a row in any list of jobs. */
const jobRow = graphql(`
  fragment JobRow on Job {
    id
    uuid
    kind
    title
    subjectTitle
    state
    progress
    message
    reason
    attempts
    waiting
    due
    cancelRequested
    submitted
    started
    finished
    error {
      code
      message
    }
    document {
      id
      uuid
      title
    }
  }
`);

type JobRow = ResultOf<typeof jobRow>;

const query = graphql(
  `
    query Jobs($first: Int!, $after: String, $state: JobState, $status: JobStatus) {
      jobs(first: $first, after: $after, state: $state, status: $status) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            ...JobRow
          }
        }
      }
    }
  `,
  [jobRow, pageCursor],
);

const PAGE = 50;

const LIVE_MS = 1_500;
const IDLE_MS = 15_000;

/** Return the polling interval of a list of jobs: short while one is live, longer the more pages are loaded. */
export const jobsPollInterval = (jobs: readonly { state: JobState }[], loadedPages = 1): number =>
  jobs.some(isLive) ? pollInterval(LIVE_MS * Math.max(1, loadedPages)) : IDLE_MS;

// Job states as filters, and the query variables for each.

interface FilterChoice {
  label: string;
  variables: { state: JobState } | { status: 'QUEUED' };
}

const JOB_FILTERS: Record<JobFilter, FilterChoice> = {
  waiting: { label: t`Waiting`, variables: { status: 'QUEUED' } },
  working: { label: t`Running`, variables: { state: 'RUNNING' } },
  retrying: { label: t`Retrying`, variables: { state: 'STUCK' } },
  done: { label: t`Done`, variables: { state: 'SUCCESS' } },
  failed: { label: t`Failed`, variables: { state: 'FAILED' } },
  cancelled: { label: t`Cancelled`, variables: { state: 'CANCELLED' } },
};

export const jobsOptions = (filter: JobFilter | undefined) =>
  infiniteQueryOptions({
    queryKey: ['jobs', filter ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { first: PAGE, after: pageParam, ...(filter && JOB_FILTERS[filter].variables) })).jobs,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => jobsPollInterval(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });

/** The details of a job: steps, log, and ids for support. */
function JobDetails({ job, name }: { job: JobRow; name: string }) {
  const detail = useQuery(jobOptions(job.uuid));
  if (detail.isError) return <ErrorNotice title={t`The job could not be loaded`} error={detail.error} onRetry={() => void detail.refetch()} />;
  return (
    <div className={jobDetailsStyles['details']}>
      <section>
        <h2>{t`Steps`}</h2>
        {detail.isPending ? <Skeleton width={180} height={60} /> : <JobSteps steps={detail.data.steps} />}
      </section>
      <section>
        <h2>{t`Log`}</h2>
        {detail.isPending ? <Skeleton height={60} /> : <JobLog lines={detail.data.log} title={name} />}
        <p className="muted small">
          {[job.attempts > 0 && plural(job.attempts, { one: '# attempt', other: '# attempts' }), job.error?.code, job.uuid].filter(Boolean).join(' · ')}
        </p>
      </section>
    </div>
  );
}

interface JobItemProps {
  job: JobRow;
  opened: boolean;
  onToggle: () => void;
}

function About({ job }: { job: JobRow }) {
  if (!job.document && !job.subjectTitle) return <span className={styles['subject']}>{kindText(job.title)}</span>;
  if (!job.document) {
    return (
      <>
        <span className={styles['subject']} title={job.subjectTitle}>
          {job.subjectTitle}
        </span>
        <span className={styles['kind']}>{t`${kindText(job.title)} · document deleted`}</span>
      </>
    );
  }
  return (
    <>
      <Link to="/d/$uuid" params={{ uuid: job.document.uuid }} className={styles['subject']} title={job.document.title}>
        {job.document.title}
      </Link>
      <span className={styles['kind']}>{kindText(job.title)}</span>
    </>
  );
}

function JobItem({ job, opened, onToggle }: JobItemProps) {
  const detailsId = useId();
  const subject = job.document?.title ?? job.subjectTitle;
  const kind = kindText(job.title);
  const name = subject ? `${kind}: ${subject}` : kind;
  return (
    <li className={styles['item']} data-state={job.state} aria-label={name}>
      <div className={styles['row']}>
        <IconButton
          label={opened ? t`Hide details of ${name}` : t`Show details of ${name}`}
          tooltip={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          aria-controls={opened ? detailsId : undefined}
          onClick={onToggle}
        />
        <div className={styles['about']}>
          <About job={job} />
        </div>
        <div className={styles['state']}>
          <JobStateLine job={job} />
        </div>
        <div className={styles['time']}>
          <RelativeTime iso={job.finished ?? job.started ?? job.submitted} />
        </div>
        <div className={styles['buttons']}>
          <JobButtons job={job} name={name} />
        </div>
      </div>
      {opened && (
        <div id={detailsId}>
          <JobDetails job={job} name={name} />
        </div>
      )}
    </li>
  );
}

interface JobListProps {
  jobs: readonly JobRow[];
  label: string;
  opened: string | undefined;
  onOpen: (uuid: string | undefined) => void;
}

/** A list of jobs, of which one at a time shows its details. */
export function JobList({ jobs, label, opened, onOpen }: JobListProps) {
  return (
    <ul className={styles['list']} aria-label={label}>
      {jobs.map((job) => (
        <JobItem key={job.uuid} job={job} opened={job.uuid === opened} onToggle={() => onOpen(job.uuid === opened ? undefined : job.uuid)} />
      ))}
    </ul>
  );
}

interface JobFiltersProps {
  filter: JobFilter | undefined;
  onFilter: (filter: JobFilter | undefined) => void;
}

export function JobFilters({ filter, onFilter }: JobFiltersProps) {
  return (
    <Select label={t`State`} value={filter ?? ''} onChange={({ target }) => onFilter(isJobFilter(target.value) ? target.value : undefined)}>
      <option value="">{t`Any state`}</option>
      {JOB_FILTER_NAMES.map((name) => (
        <option key={name} value={name}>
          {JOB_FILTERS[name].label}
        </option>
      ))}
    </Select>
  );
}
