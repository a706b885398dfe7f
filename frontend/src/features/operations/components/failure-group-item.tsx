import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, CircleX, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import { JobLog } from '@/features/jobs/components/job-log';
import { JobSteps } from '@/features/jobs/components/job-steps';
import { stepFields } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { formatNumber, inSentence } from '@/lib/format';
import { request } from '@/lib/graphql-client';
import { errorMessage } from '@/lib/messages/errors';
import { kindText, reasonText } from '@/lib/messages/jobs';
import { nodes } from '@/lib/relay';

import { failuresOptions, useRequeue, type Failure, type FailureGroup } from '../api/failures';
import { selectionOfGroup, type FailureFilter } from '../model/failure-groups';
import styles from './failure-list.module.css';
import type { Resolution } from './resolve-dialog';

const deadLetterQuery = graphql(
  `
    query DeadLetter($id: ID!, $lines: Int!) {
      deadLetter(id: $id) {
        id
        args
        traceback
        job {
          id
          uuid
          steps {
            ...StepFields
          }
          log(limit: $lines) {
            id
            at
            attempt
            level
            message
            fields
          }
        }
      }
    }
  `,
  [stepFields],
);

type FailureDetail = NonNullable<ResultOf<typeof deadLetterQuery>['deadLetter']>;

const MAX_LINES = 1_000;

async function fetchFailure(id: string): Promise<FailureDetail> {
  const { deadLetter } = await request(deadLetterQuery, { id, lines: MAX_LINES });
  if (!deadLetter) throw notFoundError();
  return deadLetter;
}

const failureOptions = (id: string) => queryOptions({ queryKey: ['operations', 'failure', id], queryFn: () => fetchFailure(id) });

interface FailureItemProps {
  failure: Failure;
  onResolve: (resolution: Resolution) => void;
}

// Tracebacks of the attempts of a job, from its log.

interface Line {
  attempt: number;
  fields: string;
}

interface Traceback {
  title: string;
  text: string;
}

function tracebackOf({ fields }: Line): string {
  const { traceback } = JSON.parse(fields) as { traceback?: unknown };
  return typeof traceback === 'string' ? traceback : '';
}

/** Return the last traceback of each attempt, or the one stored with the job if the log has none. */
export function tracebacks(lines: readonly Line[], last: string): Traceback[] {
  const byAttempt = new Map(lines.map((line) => [line.attempt, tracebackOf(line)] as const).filter(([, text]) => text !== ''));
  if (byAttempt.size < 2) return last === '' ? [] : [{ title: t`Traceback`, text: last }];
  return [...byAttempt].map(([attempt, text]) => ({ title: t`Traceback of attempt ${attempt}`, text }));
}

/** Details for debugging: steps, arguments, log and tracebacks. */
function Details({ failure }: { failure: Failure }) {
  const detail = useQuery(failureOptions(failure.uuid));
  if (detail.isPending) return <Skeleton height={80} />;
  if (detail.isError) return <ErrorNotice title={t`The failure could not be loaded`} error={detail.error} onRetry={() => void detail.refetch()} />;
  const { job, args, traceback } = detail.data;
  return (
    <div className={styles['details']}>
      <section>
        <h2>{t`Steps`}</h2>
        <JobSteps steps={job.steps} />
      </section>
      <section>
        <h2>{t`Arguments`}</h2>
        <pre tabIndex={0}>{args}</pre>
      </section>
      <section className={styles['wide']}>
        <h2>{t`Log`}</h2>
        <JobLog lines={job.log} title={failure.title} />
      </section>
      {tracebacks(job.log, traceback).map(({ title, text }) => (
        <section key={title} className={styles['wide']}>
          <h2>{title}</h2>
          <pre tabIndex={0}>{text}</pre>
        </section>
      ))}
    </div>
  );
}

function FailureItem({ failure, onResolve }: FailureItemProps) {
  const [opened, setOpened] = useState(false);
  const requeue = useRequeue();
  const { uuid, tenant, attempts, crashes, lastFailed } = failure;
  const name = t`failure ${uuid.slice(-6)} of ${tenant.name}`;
  const facts = [plural(attempts, { one: '# attempt', other: '# attempts' }), crashes > 0 && plural(crashes, { one: '# crash', other: '# crashes' }), uuid].filter(Boolean).join(' · ');
  return (
    <li className={styles['failure']} aria-label={name}>
      <div className={styles['line']}>
        <IconButton
          label={opened ? t`Hide details of ${name}` : t`Show details of ${name}`}
          tooltip={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        />
        <span className={styles['tenant']}>{tenant.name}</span>
        <span className={styles['facts']}>{facts}</span>
        <span className={styles['facts']}>
          <RelativeTime iso={lastFailed} />
        </span>
        <IconButton label={t`Retry ${name}`} icon={<RotateCcw />} disabled={requeue.isPending} onClick={() => requeue.mutate({ ids: [uuid] })} />
        <IconButton label={t`Dismiss ${name}`} icon={<Archive />} onClick={() => onResolve({ kind: 'discard', count: 1, selection: { ids: [uuid] } })} />
      </div>
      {opened && <Details failure={failure} />}
    </li>
  );
}

interface FailureGroupItemProps {
  group: FailureGroup;
  filter: FailureFilter;
  opened: boolean;
  onToggle: () => void;
  onResolve: (resolution: Resolution) => void;
}

// Up to this many jobs are retried without confirmation: they start within a second.
const FEW = 10;

function Failures({ group, filter, onResolve }: Pick<FailureGroupItemProps, 'group' | 'filter' | 'onResolve'>) {
  const list = useInfiniteQuery(failuresOptions(group, filter));
  if (list.isPending) return <SkeletonRows rows={Math.min(group.count, 3)} label={t`Loading the failures`} />;
  if (list.isError) return <ErrorNotice title={t`The failures could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <ul className={styles['failures']} aria-label={t`Failures: ${kindText(group.title)}`}>
        {list.data.pages.flatMap(nodes).map((failure) => (
          <FailureItem key={failure.uuid} failure={failure} onResolve={onResolve} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className={styles['more'] ?? ''} variant="quiet" size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}

/** Failures with the same cause: their number and message, and buttons to resolve all of them. */
export function FailureGroupItem({ group, filter, opened, onToggle, onResolve }: FailureGroupItemProps) {
  const listId = useId();
  const requeue = useRequeue();
  const { reason, code, message, count: all, lastFailed } = group;
  const title = kindText(group.title);
  const label = all === 1 ? t`Retry` : t`Retry all ${formatNumber(all)}`;
  const selection = () => selectionOfGroup(group, filter, Date.now());
  const retry = () => (all > FEW ? onResolve({ kind: 'retry', count: all, selection: selection() }) : requeue.mutate(selection()));
  const name = `${title}, ${inSentence(reasonText(reason))}`;
  return (
    <li className={styles['group']} aria-label={name}>
      <div className={styles['head']}>
        <IconButton
          label={opened ? t`Hide failures: ${name}` : t`Show failures: ${name}`}
          tooltip={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          aria-controls={opened ? listId : undefined}
          onClick={onToggle}
        />
        <span className={styles['count']}>
          <CircleX aria-hidden="true" />
          {formatNumber(all)}
          <span className="visually-hidden"> {t`failed`}</span>
        </span>
        <div className={styles['description']}>
          <span className={styles['message']}>{errorMessage({ code, message }) || reasonText(reason)}</span>
          <span className={styles['facts']}>
            {[title, reasonText(reason), code].filter(Boolean).join(' · ')} ·{' '}
            <Trans>
              last <RelativeTime iso={lastFailed} />
            </Trans>
          </span>
        </div>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={t`${label}: ${name}`}
          busy={requeue.isPending}
          onClick={retry}
        >
          {label}
        </Button>
        <Button
          size="small"
          icon={<Archive aria-hidden="true" />}
          aria-label={t`Dismiss ${plural(all, { one: '# failure', other: '# failures' })}: ${name}`}
          onClick={() => onResolve({ kind: 'discard', count: all, selection: selection() })}
        >
          {t`Dismiss`}
        </Button>
      </div>
      {opened && (
        <div id={listId}>
          <Failures group={group} filter={filter} onResolve={onResolve} />
        </div>
      )}
    </li>
  );
}
