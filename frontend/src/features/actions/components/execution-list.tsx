import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, CircleX, Clock, FastForward, History, LoaderCircle, RotateCcw } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { formatNumber } from '@/lib/format';
import { executionText } from '@/lib/messages/jobs';
import { nodes } from '@/lib/relay';
import { exactTime } from '@/lib/time';

import type { Action } from '../api/actions';
import { useRetryAction } from '../api/edit-actions';
import { executionsOptions, type Execution, type ExecutionFilter } from '../api/executions';
import { startText } from '../model/action';
import { EXECUTION_STATES, isExecutionState, type ExecutionState } from '../model/execution-state';
import styles from './execution-list.module.css';

const STATES: Record<ExecutionState, { label: string; tone: Tone; Icon: typeof CircleX }> = {
  WAITING: { label: t`Waiting`, tone: 'neutral', Icon: Clock },
  QUEUED: { label: t`In progress`, tone: 'info', Icon: LoaderCircle },
  SUCCESS: { label: t`Done`, tone: 'success', Icon: CircleCheck },
  FAILED: { label: t`Failed`, tone: 'danger', Icon: CircleX },
  SKIPPED: { label: t`Skipped`, tone: 'warning', Icon: FastForward },
  CANCELLED: { label: t`Cancelled`, tone: 'neutral', Icon: CircleSlash },
};

const REPEATABLE: ReadonlySet<ExecutionState> = new Set(['FAILED', 'SKIPPED', 'CANCELLED']);

const COLUMNS: readonly Column[] = [
  { label: t`State`, className: styles['state'] },
  { label: t`Document` },
  { label: t`Action`, className: styles['action'] },
  { label: t`Result`, className: styles['detail'] },
  { label: t`Started by`, className: styles['who'] },
  { label: t`Time`, className: styles['time'] },
  { label: t`Retry`, hidden: true, className: styles['retry'] },
];

interface ExecutionListProps {
  corpusId: string;
  actions: readonly Action[];
  mayEdit: boolean;
  filter: ExecutionFilter;
  onFilter: (filter: ExecutionFilter) => void;
}

/** Return what is known about an execution besides its state, for its tooltip. */
function trailOf({ engine, tries, inputTokens, outputTokens, queued, started, finished, settingsVersion, action }: Execution): string {
  const tokens = inputTokens + outputTokens;
  return [
    engine && t`With ${engine}`,
    settingsVersion < action.settingsVersion && t`With earlier settings`,
    tries > 1 && t`Attempt ${tries}`,
    tokens > 0 && t`${formatNumber(tokens)} tokens`,
    t`Queued ${exactTime(queued)}`,
    started && t`Started ${exactTime(started)}`,
    finished && t`Finished ${exactTime(finished)}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function ExecutionRow({ execution, corpusId, onRetry }: { execution: Execution; corpusId: string; onRetry: (() => void) | undefined }) {
  const { state, document, action, finished, queued, conversation, thread } = execution;
  const title = document?.title ?? t`a comment`;
  const { label, tone, Icon } = STATES[state];
  const detail = executionText(execution);
  return (
    <tr>
      <td className={styles['state']}>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {label}
        </Badge>
      </td>
      <td>
        {document ? (
          <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, ...(thread && { t: thread }) }} className={styles['link']}>
            {document.title}
          </Link>
        ) : (
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ tab: 'comments', ...(thread && { thread }) }} className={styles['link']}>
            {t`Comment on the corpus`}
          </Link>
        )}
        <p className={styles['below']}>{detail || action.name}</p>
      </td>
      <td className={styles['action']}>{action.name}</td>
      <td className={styles['detail']} title={detail}>
        {detail}
        {conversation && (
          <Link to="/ask" search={{ conversation }} className={styles['link']} aria-label={t`Show the answer about ${title}`}>
            {t`Show the answer`}
          </Link>
        )}
      </td>
      <td className={styles['who']}>{startText(execution)}</td>
      <td className={styles['time']} title={trailOf(execution)}>
        <RelativeTime iso={finished ?? queued} />
      </td>
      <td className={styles['retry']}>{onRetry && <IconButton label={t`Retry ${action.name} on ${title}`} icon={<RotateCcw />} onClick={onRetry} />}</td>
    </tr>
  );
}

function Filters({ actions, filter, onFilter }: Pick<ExecutionListProps, 'actions' | 'filter' | 'onFilter'>) {
  return (
    <div className={styles['filters']}>
      <Select label={t`Action`} value={filter.action ?? ''} onChange={({ target }) => onFilter({ ...filter, action: target.value || undefined })}>
        <option value="">{t`All actions`}</option>
        {actions.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t`State`} value={filter.state ?? ''} onChange={({ target }) => onFilter({ ...filter, state: isExecutionState(target.value) ? target.value : undefined })}>
        <option value="">{t`All states`}</option>
        {EXECUTION_STATES.map((name) => (
          <option key={name} value={name}>
            {STATES[name].label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Rows({ corpusId, mayEdit, actions, filter, onFilter }: ExecutionListProps) {
  const executions = useInfiniteQuery(executionsOptions(corpusId, filter));
  const retry = useRetryAction();
  if (executions.isPending) return <SkeletonRows label={t`Loading the history`} rows={4} />;
  if (executions.isError) return <ErrorNotice title={t`The history could not be loaded`} error={executions.error} onRetry={() => void executions.refetch()} />;
  const rows = executions.data.pages.flatMap(nodes);
  const enabled = new Set(actions.filter((action) => action.enabled).map(({ uuid }) => uuid));
  if (rows.length === 0) {
    const isFiltered = filter.action !== undefined || filter.state !== undefined;
    return (
      <Notice icon={<History />} title={isFiltered ? t`Nothing matches these filters` : t`No action has run yet`} action={isFiltered && <Button onClick={() => onFilter({})}>{t`Show everything`}</Button>}>
        {!isFiltered && t`Actions run when their triggers occur, or when you run them. Every run is listed here.`}
      </Notice>
    );
  }
  const canRetry = ({ state, action }: Execution) => mayEdit && REPEATABLE.has(state) && enabled.has(action.uuid);
  return (
    <>
      <table className={styles['table']}>
        <TableHead columns={COLUMNS} />
        <tbody>
          {rows.map((execution) => (
            <ExecutionRow
              key={execution.uuid}
              execution={execution}
              corpusId={corpusId}
              onRetry={canRetry(execution) ? () => retry.mutate({ uuid: execution.action.uuid, executions: [execution.uuid] }) : undefined}
            />
          ))}
        </tbody>
      </table>
      {executions.hasNextPage && (
        <Button variant="quiet" busy={executions.isFetchingNextPage} onClick={() => void executions.fetchNextPage()}>
          {t`Show older`}
        </Button>
      )}
    </>
  );
}

/** The history of the actions of a corpus. */
export function ExecutionList(props: ExecutionListProps) {
  return (
    <section className={styles['history']} aria-labelledby="history-title">
      <header className={styles['head']}>
        <h2 id="history-title">{t`History`}</h2>
        <Filters {...props} />
      </header>
      <Rows {...props} />
    </section>
  );
}
