import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';

import { jobOptions } from '../api/get-job';
import type { JobRow } from '../api/job-row';
import styles from './job-details.module.css';
import { JobLog } from './job-log';
import { JobSteps } from './job-steps';

/** The details of a job: steps, log, and ids for support. */
export function JobDetails({ job, name }: { job: JobRow; name: string }) {
  const detail = useQuery(jobOptions(job.uuid));
  if (detail.isError) return <ErrorNotice title={t`The job could not be loaded`} error={detail.error} onRetry={() => void detail.refetch()} />;
  return (
    <div className={styles['details']}>
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
