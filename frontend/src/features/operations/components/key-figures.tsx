import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { formatNumber } from '@/lib/format';
import { formatSeconds } from '@/lib/time';

import { queueStagesOptions } from '../api/queue-stages';
import { workersOptions } from '../api/workers';
import { totals } from '../model/queue-stages';
import styles from './key-figures.module.css';

interface FigureProps {
  name: string;
  tone?: 'danger' | 'warning' | 'none' | false;
  children: ReactNode;
}

function Figure({ name, tone, children }: FigureProps) {
  return (
    <div className={styles['figure']} data-tone={tone || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const number = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value));

const toneOf = (value: number | undefined, tone: 'danger' | 'warning' | false = false) => (value === 0 ? 'none' : value !== undefined && tone);

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
      <Figure name={t`Waiting`} tone={toneOf(sum?.waiting)}>
        {number(sum?.waiting)}
      </Figure>
      <Figure name={t`Oldest`}>{typeof sum?.oldestSeconds === 'number' ? formatSeconds(sum.oldestSeconds) : '–'}</Figure>
      <WorkerFigure />
      <Figure name={t`Retrying`} tone={toneOf(sum?.stuck, 'warning')}>
        {number(sum?.stuck)}
      </Figure>
      <Figure name={t`Open failures`} tone={toneOf(open, 'danger')}>
        {number(open)}
      </Figure>
    </dl>
  );
}
