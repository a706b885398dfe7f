import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { formatNumber } from '@/lib/format';
import { formatSeconds } from '@/lib/time';

import { queueStagesOptions } from '../api/queue-stages';
import { workersOptions } from '../api/workers';
import { totals } from '../model/queue-stages';
import styles from './key-figures.module.css';

function Figure({ name, tone, children }: { name: string; tone?: 'danger' | 'warning' | false; children: ReactNode }) {
  return (
    <div className={styles['figure']} data-tone={tone || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

function WorkerFigure() {
  const { data } = useQuery(workersOptions);
  const alive = data?.filter((worker) => worker.alive) ?? [];
  const busy = alive.reduce((all, { running }) => all + running.length, 0);
  const slots = alive.reduce((all, worker) => all + worker.slots, 0);
  return (
    <Figure name={t`Slots in use`} tone={data !== undefined && alive.length === 0 && 'danger'}>
      {data && alive.length === 0 ? t`No workers` : t`${number(busy)} of ${number(slots)}`}
    </Figure>
  );
}

/** Key figures of all queues and workers. */
export function KeyFigures() {
  const { data } = useQuery(queueStagesOptions);
  const sum = data && totals(data.stages);
  const open = data?.openFailures;
  return (
    <dl className={styles['figures']}>
      <Figure name={t`Waiting`}>{number(sum?.waiting)}</Figure>
      <Figure name={t`Oldest`}>{typeof sum?.oldestSeconds === 'number' ? formatSeconds(sum.oldestSeconds) : '–'}</Figure>
      <WorkerFigure />
      <Figure name={t`Retrying`} tone={(sum?.stuck ?? 0) > 0 && 'warning'}>
        {number(sum?.stuck)}
      </Figure>
      <Figure name={t`Open failures`} tone={(open ?? 0) > 0 && 'danger'}>
        {number(open)}
      </Figure>
    </dl>
  );
}
