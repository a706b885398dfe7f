import { useQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, RotateCcw } from 'lucide-react';
import { useState } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';
import { When } from '@/components/ui/when';
import { JobLog } from '@/features/jobs/components/job-log';
import { JobSteps } from '@/features/jobs/components/job-steps';
import { count } from '@/lib/format';

import type { Failure } from '../api/failures';
import { failureOptions } from '../api/get-failure';
import { useRequeue } from '../api/settle-failures';
import { tracebacks } from '../model/tracebacks';
import styles from './failure-list.module.css';
import type { Question } from './settle-dialog';

interface FailureItemProps {
  failure: Failure;
  onAsk: (question: Question) => void;
}

/** What somebody who mends the cause has to know: input, steps, log and where the program broke. */
function Inside({ failure }: { failure: Failure }) {
  const detail = useQuery(failureOptions(failure.uuid));
  if (detail.isPending) return <Skeleton height={80} />;
  if (detail.isError) return <ErrorNotice title="The failure could not be loaded" error={detail.error} onRetry={() => void detail.refetch()} />;
  const { job, args, traceback } = detail.data;
  return (
    <div className={styles['inside']}>
      <section>
        <h2>Steps</h2>
        <JobSteps steps={job.steps} />
      </section>
      <section>
        <h2>Input</h2>
        <pre tabIndex={0}>{args}</pre>
      </section>
      <section className={styles['wide']}>
        <h2>Log</h2>
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

export function FailureItem({ failure, onAsk }: FailureItemProps) {
  const [opened, setOpened] = useState(false);
  const requeue = useRequeue();
  const { uuid, tenant, attempts, crashes, lastFailed } = failure;
  const name = `failure ${uuid.slice(-6)} of ${tenant.name}`;
  const facts = [count(attempts, 'try', 'tries'), crashes > 0 && count(crashes, 'crash', 'crashes'), uuid].filter(Boolean).join(' · ');
  return (
    <li className={styles['failure']} aria-label={name}>
      <div className={styles['line']}>
        <IconButton
          label={opened ? `Hide ${name}` : `Look into ${name}`}
          hint={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
        <span className={styles['tenant']}>{tenant.name}</span>
        <span className={styles['facts']}>{facts}</span>
        <span className={styles['facts']}>
          <When iso={lastFailed} />
        </span>
        <IconButton label={`Retry ${name}`} icon={<RotateCcw />} disabled={requeue.isPending} onClick={() => requeue.mutate({ ids: [uuid] })} />
        <IconButton label={`Discard ${name}`} icon={<Archive />} onClick={() => onAsk({ kind: 'discard', count: 1, chosen: { ids: [uuid] } })} />
      </div>
      {opened && <Inside failure={failure} />}
    </li>
  );
}
