import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, LoaderCircle, RotateCw, TimerOff, Workflow } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { stepWords } from '@/features/documents/model/state';
import { ageWords, spanWords } from '@/features/jobs/model/ages';
import { count } from '@/lib/format';

import { lanesOptions, type Lane } from '../api/lanes';
import { byKind, laneHealth, type Health } from '../model/lanes';
import styles from './operations.module.css';

const HEALTH: Record<Health, { word: string; tone: Tone; Icon: typeof CircleX }> = {
  hanging: { word: 'Out of time', tone: 'danger', Icon: TimerOff },
  failing: { word: 'Failing', tone: 'danger', Icon: CircleX },
  retrying: { word: 'Trying again', tone: 'warning', Icon: RotateCw },
  busy: { word: 'Busy', tone: 'info', Icon: LoaderCircle },
  still: { word: 'At rest', tone: 'neutral', Icon: CircleCheck },
};

const NUMBER = styles['number'];
const EXTRA = classNames(styles['number'], styles['extra']);

function Count({ value, extra = false }: { value: number; extra?: boolean }) {
  return <td className={classNames(extra ? EXTRA : NUMBER, value === 0 && styles['none'])}>{value.toLocaleString('en')}</td>;
}

function Open({ lane }: { lane: Lane }) {
  if (lane.unsettled === 0) return <Count value={0} />;
  return (
    <td className={NUMBER}>
      <Link to="/operations" search={{ tab: 'failures', kind: lane.kind }} aria-label={`Causes of ${count(lane.unsettled, 'failure')}: ${stepWords(lane.step)}`}>
        {lane.unsettled.toLocaleString('en')}
      </Link>
    </td>
  );
}

function LaneRow({ lane }: { lane: Lane }) {
  const health = laneHealth(lane);
  const { word, tone, Icon } = HEALTH[health];
  return (
    <tr data-health={health}>
      <th scope="row" className={styles['name']}>
        {stepWords(lane.step)}
      </th>
      <td>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {word}
        </Badge>
      </td>
      <Count value={lane.waiting + lane.scheduled} />
      <Count value={lane.running} />
      <Count value={lane.stuck} extra />
      <td className={EXTRA}>{lane.oldestSeconds === null ? '–' : ageWords(lane.oldestSeconds)}</td>
      <td className={EXTRA}>{spanWords(lane.p50Ms)}</td>
      <td className={EXTRA}>{spanWords(lane.p95Ms)}</td>
      <Count value={lane.succeeded} extra />
      <Count value={lane.failed} extra />
      <Open lane={lane} />
    </tr>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Stage</th>
        <th scope="col">Health</th>
        <th scope="col" className={NUMBER}>
          Waiting
        </th>
        <th scope="col" className={NUMBER}>
          Running
        </th>
        <th scope="col" className={EXTRA}>
          Trying again
        </th>
        <th scope="col" className={EXTRA}>
          Oldest
        </th>
        <th scope="col" className={EXTRA} title="Half of the last hour's runs were faster">
          Median
        </th>
        <th scope="col" className={EXTRA} title="95 of 100 runs of the last hour were faster">
          95 %
        </th>
        <th scope="col" className={EXTRA} title="In the last hour">
          Done
        </th>
        <th scope="col" className={EXTRA} title="In the last hour">
          Failed
        </th>
        <th scope="col" className={NUMBER} title="Failures that nobody has tried again or put away">
          Open
        </th>
      </tr>
    </thead>
  );
}

/** Every stage of every kind of job: what is there now, and how the last hour went. */
export function LaneTable() {
  const lanes = useQuery(lanesOptions);
  if (lanes.isPending) return <SkeletonRows label="Loading the stages" />;
  if (lanes.isError) return <ErrorNotice title="The stages could not be loaded" error={lanes.error} onRetry={() => void lanes.refetch()} />;
  if (lanes.data.lanes.length === 0) return <Notice icon={<Workflow />} title="No kind of job is known here" />;
  return (
    <Scroller label="Stages">
      <table className={styles['table']}>
        <Head />
        {byKind(lanes.data.lanes).map((group) => (
          <tbody key={group.kind}>
            <tr className={styles['group']}>
              <th scope="rowgroup" colSpan={11}>
                {group.title}
              </th>
            </tr>
            {group.lanes.map((lane) => (
              <LaneRow key={lane.step} lane={lane} />
            ))}
          </tbody>
        ))}
      </table>
    </Scroller>
  );
}
