import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CirclePause, CircleX, Server } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { When } from '@/components/ui/when';
import { stepWords } from '@/features/documents/model/state';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { ageWords, secondsSince } from '@/features/jobs/model/ages';
import { useNow } from '@/features/jobs/use-now';

import { workersOptions, type Worker } from '../api/workers';
import styles from './operations.module.css';
import own from './worker-list.module.css';

function look({ alive, stopping }: Worker): { word: string; tone: Tone; Icon: typeof CircleX } {
  if (!alive) return { word: 'Silent', tone: 'danger', Icon: CircleX };
  return stopping ? { word: 'Stopping', tone: 'warning', Icon: CirclePause } : { word: 'Alive', tone: 'success', Icon: CircleCheck };
}

function Running({ running, now }: { running: Worker['running']; now: number }) {
  if (running.length === 0) return <span className="muted">Nothing</span>;
  return (
    <ul className={own['running']}>
      {running.map(({ job, step, since }) => (
        <li key={job.uuid}>
          <span className={own['job']}>
            {job.title} <span className="muted">{stepWords(step)}</span>
          </span>
          <span className="muted small numeric">{since ? ageWords(secondsSince(since, now)) : ''}</span>
          <JobButtons job={job} name={`${job.title} ${job.uuid.slice(-6)}`} />
        </li>
      ))}
    </ul>
  );
}

/** Who works, on what, and when it was heard of last. */
export function WorkerList() {
  const workers = useQuery(workersOptions);
  const now = useNow(true);
  if (workers.isPending) return <SkeletonRows rows={3} label="Loading the workers" />;
  if (workers.isError) return <ErrorNotice title="The workers could not be loaded" error={workers.error} onRetry={() => void workers.refetch()} />;
  if (workers.data.length === 0) {
    return (
      <Notice icon={<Server />} title="No worker has reported">
        Jobs wait until one does. Look at the workers’ own log for why they do not start.
      </Notice>
    );
  }
  return (
    <Scroller label="Workers">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Worker</th>
            <th scope="col">State</th>
            <th scope="col" className={styles['number']}>
              In use
            </th>
            <th scope="col">Works on</th>
            <th scope="col" className={classNames(styles['number'], styles['spare'])}>
              Last heard of
            </th>
            <th scope="col" className={styles['extra']}>
              Started
            </th>
          </tr>
        </thead>
        <tbody>
          {workers.data.map((worker) => {
            const { word, tone, Icon } = look(worker);
            return (
              <tr key={worker.name}>
                <th scope="row" className={styles['name']}>
                  {worker.name}
                </th>
                <td>
                  <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
                    {word}
                  </Badge>
                </td>
                <td className={styles['number']}>
                  {worker.running.length} of {worker.slots}
                </td>
                <td>
                  <Running running={worker.running} now={now} />
                </td>
                <td className={classNames(styles['number'], styles['spare'])}>{ageWords(worker.beatSeconds)} ago</td>
                <td className={styles['extra']}>
                  <When iso={worker.started} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroller>
  );
}
