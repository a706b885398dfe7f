import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, CircleX, Server } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { RelativeTime } from '@/components/ui/relative-time';
import { kindText, stepText } from '@/lib/messages/jobs';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { formatSeconds, secondsSince } from '@/lib/time';
import { useNow } from '@/features/jobs/use-now';

import { workersOptions, type Worker } from '../api/workers';
import styles from './operations.module.css';
import own from './worker-list.module.css';

function stateOf({ alive, stopping }: Worker): { label: string; tone: Tone; Icon: typeof CircleX } {
  if (!alive) return { label: t`Not responding`, tone: 'danger', Icon: CircleX };
  return stopping ? { label: t`Stopping`, tone: 'warning', Icon: CirclePause } : { label: t`Online`, tone: 'success', Icon: CircleCheck };
}

const COLUMNS: readonly Column[] = [
  { label: t`Worker` },
  { label: t`State` },
  { label: t`Slots in use`, className: styles['number'] },
  { label: t`Running jobs` },
  { label: t`Last heartbeat`, className: classNames(styles['number'], styles['spare']) },
  { label: t`Started`, className: styles['extra'] },
];

function Running({ running, now }: { running: Worker['running']; now: number }) {
  if (running.length === 0) return <span className="muted">{t`Idle`}</span>;
  return (
    <ul className={own['running']}>
      {running.map(({ job, step, since }) => (
        <li key={job.uuid}>
          <span className={own['job']}>
            {kindText(job.title)} <span className="muted">{stepText(step)}</span>
          </span>
          <span className="muted small numeric">{since ? formatSeconds(secondsSince(since, now)) : ''}</span>
          <JobButtons job={job} name={`${kindText(job.title)} ${job.uuid.slice(-6)}`} />
        </li>
      ))}
    </ul>
  );
}

/** All workers with their running jobs and last heartbeat. */
export function WorkerList() {
  const workers = useQuery(workersOptions);
  const now = useNow(true);
  if (workers.isPending) return <SkeletonRows rows={3} label={t`Loading the workers`} />;
  if (workers.isError) return <ErrorNotice title={t`The workers could not be loaded`} error={workers.error} onRetry={() => void workers.refetch()} />;
  if (workers.data.length === 0) {
    return (
      <Notice icon={<Server />} title={t`No workers`}>
        {t`Jobs wait until a worker starts. Check the log of the workers.`}
      </Notice>
    );
  }
  return (
    <Scroller label={t`Workers`}>
      <table className={styles['table']}>
        <TableHead columns={COLUMNS} />
        <tbody>
          {workers.data.map((worker) => {
            const { label, tone, Icon } = stateOf(worker);
            return (
              <tr key={worker.name}>
                <th scope="row" className={styles['name']}>
                  {worker.name}
                </th>
                <td>
                  <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                    {label}
                  </Badge>
                </td>
                <td className={styles['number']}>
                  {t`${worker.running.length} of ${worker.slots}`}
                </td>
                <td>
                  <Running running={worker.running} now={now} />
                </td>
                <td className={classNames(styles['number'], styles['spare'])}>{t`${formatSeconds(worker.beatSeconds)} ago`}</td>
                <td className={styles['extra']}>
                  <RelativeTime iso={worker.started} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}
