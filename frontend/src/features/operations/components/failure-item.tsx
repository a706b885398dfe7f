import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, RotateCcw } from 'lucide-react';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';
import { RelativeTime } from '@/components/ui/relative-time';
import { JobLog } from '@/features/jobs/components/job-log';
import { JobSteps } from '@/features/jobs/components/job-steps';

import type { Failure } from '../api/failures';
import { failureOptions } from '../api/get-failure';
import { useRequeue } from '../api/resolve-failures';
import { tracebacks } from '../model/tracebacks';
import styles from './failure-list.module.css';
import type { Resolution } from './resolve-dialog';

interface FailureItemProps {
  failure: Failure;
  onResolve: (resolution: Resolution) => void;
}

/** Details for debugging: steps, arguments, log and tracebacks. */
function Details({ failure }: { failure: Failure }) {
  const detail = useQuery(failureOptions(failure.uuid));
  if (detail.isPending) return <Skeleton height={80} />;
  if (detail.isError) return <ErrorNotice title={t`The failure could not be loaded`} error={detail.error} onRetry={() => void detail.refetch()} />;
  const { job, args, traceback } = detail.data;
  return (
    <div className={styles['details']}>
      <section>
        <h2>{t`Steps`}</h2>
        <JobSteps steps={job.steps} />
      </section>
      <section>
        <h2>{t`Arguments`}</h2>
        <pre tabIndex={0}>{args}</pre>
      </section>
      <section className={styles['wide']}>
        <h2>{t`Log`}</h2>
        <JobLog lines={job.log} title={failure.title} />
      </section>
      {tracebacks(job.log, traceback).map(({ title, text }) => (
        <section key={title} className={styles['wide']}>
          <h2>{title}</h2>
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
    </div>
  );
}

export function FailureItem({ failure, onResolve }: FailureItemProps) {
  const [opened, setOpened] = useState(false);
  const requeue = useRequeue();
  const { uuid, tenant, attempts, crashes, lastFailed } = failure;
  const name = t`failure ${uuid.slice(-6)} of ${tenant.name}`;
  const facts = [plural(attempts, { one: '# attempt', other: '# attempts' }), crashes > 0 && plural(crashes, { one: '# crash', other: '# crashes' }), uuid].filter(Boolean).join(' · ');
  return (
    <li className={styles['failure']} aria-label={name}>
      <div className={styles['line']}>
        <IconButton
          label={opened ? t`Hide details of ${name}` : t`Show details of ${name}`}
          tooltip={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
        <span className={styles['tenant']}>{tenant.name}</span>
        <span className={styles['facts']}>{facts}</span>
        <span className={styles['facts']}>
          <RelativeTime iso={lastFailed} />
        </span>
        <IconButton label={t`Retry ${name}`} icon={<RotateCcw />} disabled={requeue.isPending} onClick={() => requeue.mutate({ ids: [uuid] })} />
        <IconButton label={t`Dismiss ${name}`} icon={<Archive />} onClick={() => onResolve({ kind: 'discard', count: 1, selection: { ids: [uuid] } })} />
      </div>
      {opened && <Details failure={failure} />}
    </li>
  );
}
