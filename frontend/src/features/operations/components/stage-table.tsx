import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, LoaderCircle, RotateCw, TimerOff, Workflow } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { stepText } from '@/lib/messages/jobs';
import { formatSeconds, formatDuration } from '@/lib/time';
import { formatNumber } from '@/lib/format';

import { queueStagesOptions, type QueueStage } from '../api/queue-stages';
import { byKind, stageHealth, type Health } from '../model/queue-stages';
import styles from './operations.module.css';

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
