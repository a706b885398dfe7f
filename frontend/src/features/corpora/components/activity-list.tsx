import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Activity, CircleCheck, CircleSlash, CircleX, LoaderCircle } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead } from '@/components/ui/table-head';
import { RelativeTime } from '@/components/ui/relative-time';
import { executionText } from '@/lib/messages/jobs';
import { nodes } from '@/lib/relay';

import { executionsOptions, type Execution } from '../api/executions';
import styles from './activity-list.module.css';

const STATES: Record<Execution['state'], { label: string; tone: Tone; Icon: typeof CircleX }> = {
  QUEUED: { label: 'In progress', tone: 'info', Icon: LoaderCircle },
  SUCCESS: { label: 'Done', tone: 'success', Icon: CircleCheck },
  FAILED: { label: 'Failed', tone: 'danger', Icon: CircleX },
  CANCELLED: { label: 'Cancelled', tone: 'neutral', Icon: CircleSlash },
};

const COLUMNS = [{ label: 'State' }, { label: 'Action' }, { label: 'Document' }, { label: 'Result' }, { label: 'Time' }];

function ActivityRow({ execution, corpusId }: { execution: Execution; corpusId: string }) {
  const { label, tone, Icon } = STATES[execution.state];
  const detail = executionText(execution);
  return (
    <tr>
      <td>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {label}
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
      <td className={styles['time']}>
        <RelativeTime iso={execution.finished ?? execution.created} />
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
      <Notice icon={<Activity />} title="No activity yet">
        Actions run automatically when a document of this corpus is ready. They are listed here.
      </Notice>
    );
  }
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Activity">
      <table className={styles['table']}>
        <TableHead columns={COLUMNS} />
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
