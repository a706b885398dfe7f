import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, CircleCheck, CircleSlash, CircleX, LoaderCircle } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { When } from '@/components/ui/when';
import { nodes } from '@/lib/relay';

import { executionsOptions, type Execution } from '../api/executions';
import { executionDetail } from '../model/execution-words';
import styles from './activity-list.module.css';

const STATES: Record<Execution['state'], { word: string; tone: Tone; Icon: typeof CircleX }> = {
  QUEUED: { word: 'In progress', tone: 'info', Icon: LoaderCircle },
  SUCCESS: { word: 'Done', tone: 'success', Icon: CircleCheck },
  FAILED: { word: 'Failed', tone: 'danger', Icon: CircleX },
  CANCELLED: { word: 'Cancelled', tone: 'neutral', Icon: CircleSlash },
};

function ActivityRow({ execution, corpusId }: { execution: Execution; corpusId: string }) {
  const { word, tone, Icon } = STATES[execution.state];
  const detail = executionDetail(execution);
  return (
    <tr>
      <td>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {word}
        </Badge>
      </td>
      <td>{execution.action.name}</td>
      <td>
        <Link to="/d/$uuid" params={{ uuid: execution.document.uuid }} search={{ c: corpusId }} className={styles['link']}>
          {execution.document.title}
        </Link>
      </td>
      <td className={styles['detail']} title={detail}>
        {detail}
      </td>
      <td className={styles['when']}>
        <When iso={execution.finished ?? execution.created} />
      </td>
    </tr>
  );
}

export function ActivityList({ corpusId }: { corpusId: string }) {
  const executions = useInfiniteQuery(executionsOptions(corpusId));
  if (executions.isPending) return <SkeletonRows label="Loading activity" />;
  if (executions.isError) return <ErrorNotice title="The activity could not be loaded" error={executions.error} onRetry={() => void executions.refetch()} />;
  const rows = executions.data.pages.flatMap(nodes);
  if (rows.length === 0) {
    return (
      <Notice icon={<Activity />} title="Nothing has run yet">
        When a document of this corpus is ready, its actions start by themselves and show up here.
      </Notice>
    );
  }
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Activity">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Action</th>
            <th scope="col">Document</th>
            <th scope="col">What happened</th>
            <th scope="col">When</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((execution) => (
            <ActivityRow key={execution.uuid} execution={execution} corpusId={corpusId} />
          ))}
        </tbody>
      </table>
      {executions.hasNextPage && (
        <Button variant="quiet" busy={executions.isFetchingNextPage} onClick={() => void executions.fetchNextPage()}>
          Show older
        </Button>
      )}
    </div>
  );
}
