import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, LoaderCircle, RotateCw, TimerOff, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge, type Tone } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { formatNumber } from '@/lib/format';
import { request } from '@/lib/graphql-client';
import { stepText } from '@/lib/messages/jobs';
import { formatSeconds, formatDuration } from '@/lib/time';

import { workersOptions } from '../api/workers';
import { byKind, stageHealth, totals, type Health } from '../model/queue-stages';
import styles from './operations.module.css';
import figureStyles from './queue-figures.module.css';

const HEALTH: Record<Health, { label: string; tone: Tone; Icon: typeof CircleX }> = {
  overdue: { label: t`Overdue`, tone: 'danger', Icon: TimerOff },
  failing: { label: t`Failing`, tone: 'danger', Icon: CircleX },
  retrying: { label: t`Retrying`, tone: 'warning', Icon: RotateCw },
  busy: { label: t`Busy`, tone: 'info', Icon: LoaderCircle },
  idle: { label: t`Idle`, tone: 'neutral', Icon: CircleCheck },
};

const NUMBER = styles['number'];
const EXTRA = classNames(styles['number'], styles['extra']);

function Count({ value, extra = false }: { value: number; extra?: boolean }) {
  return <td className={classNames(extra ? EXTRA : NUMBER, value === 0 && styles['none'])}>{formatNumber(value)}</td>;
}

const query = graphql(`
  query QueueStages {
    stages: queueStages {
      kind
      title
      step
      waiting
      scheduled
      running
      stuck
      succeeded
      failed
      openFailures
      overdue
      oldestSeconds
      p50Ms
      p95Ms
    }
    deadLetters(first: 1) {
      totalCount
    }
  }
`);

type QueueStage = ResultOf<typeof query>['stages'][number];

const POLL = 3_000;

const queueStagesOptions = queryOptions({
  queryKey: ['operations', 'stages'],
  // One query for the table and the key figures, so that they are consistent.
  queryFn: async () => {
    const { stages, deadLetters } = await request(query);
    return { stages, openFailures: deadLetters.totalCount };
  },
  refetchInterval: POLL,
});

function OpenFailures({ stage }: { stage: QueueStage }) {
  if (stage.openFailures === 0) return <Count value={0} />;
  return (
    <td className={NUMBER}>
      <Link to="/operations" search={{ tab: 'failures', kind: stage.kind }} aria-label={t`Causes of ${plural(stage.openFailures, { one: '# failure', other: '# failures' })}: ${stepText(stage.step)}`}>
        {formatNumber(stage.openFailures)}
      </Link>
    </td>
  );
}

function StageRow({ stage }: { stage: QueueStage }) {
  const health = stageHealth(stage);
  const { label, tone, Icon } = HEALTH[health];
  return (
    <tr data-health={health}>
      <th scope="row" className={styles['name']}>
        {stepText(stage.step)}
      </th>
      <td>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {label}
        </Badge>
      </td>
      <Count value={stage.waiting + stage.scheduled} />
      <Count value={stage.running} />
      <Count value={stage.stuck} extra />
      <td className={EXTRA}>{stage.oldestSeconds === null ? '–' : formatSeconds(stage.oldestSeconds)}</td>
      <td className={EXTRA}>{formatDuration(stage.p50Ms)}</td>
      <td className={EXTRA}>{formatDuration(stage.p95Ms)}</td>
      <Count value={stage.succeeded} extra />
      <Count value={stage.failed} extra />
      <OpenFailures stage={stage} />
    </tr>
  );
}

const COLUMNS: readonly Column[] = [
  { label: t`Stage` },
  { label: t`Health` },
  { label: t`Waiting`, className: NUMBER },
  { label: t`Running`, className: NUMBER },
  { label: t`Retrying`, className: EXTRA },
  { label: t`Oldest`, className: EXTRA },
  { label: t`Median`, className: EXTRA, title: t`Median duration in the last hour` },
  { label: 'p95', className: EXTRA, title: t`95th percentile of the duration in the last hour` },
  { label: t`Done`, className: EXTRA, title: t`In the last hour` },
  { label: t`Failed`, className: EXTRA, title: t`In the last hour` },
  { label: t({ message: 'Open', context: 'failures' }), className: NUMBER, title: t`Failures that have not been retried or dismissed` },
];

/** The stages of all kinds of jobs: current queues, and statistics of the last hour. */
export function StageTable() {
  const stages = useQuery(queueStagesOptions);
  if (stages.isPending) return <SkeletonRows label={t`Loading the stages`} />;
  if (stages.isError) return <ErrorNotice title={t`The stages could not be loaded`} error={stages.error} onRetry={() => void stages.refetch()} />;
  if (stages.data.stages.length === 0) return <Notice icon={<Workflow />} title={t`No kinds of jobs`} />;
  return (
    <Scroller label={t`Stages`}>
      <table className={styles['table']}>
        <TableHead columns={COLUMNS} />
        {byKind(stages.data.stages).map((group) => (
          <tbody key={group.kind}>
            <tr className={styles['group']}>
              <th scope="rowgroup" colSpan={COLUMNS.length}>
                {group.title}
              </th>
            </tr>
            {group.stages.map((stage) => (
              <StageRow key={stage.step} stage={stage} />
            ))}
          </tbody>
        ))}
      </table>
    </Scroller>
  );
}

interface FigureProps {
  name: string;
  tone?: 'danger' | 'warning' | 'none' | false;
  children: ReactNode;
}

function Figure({ name, tone, children }: FigureProps) {
  return (
    <div className={figureStyles['figure']} data-tone={tone || undefined}>
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
    <dl className={figureStyles['figures']}>
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
