import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, CircleX, RotateCcw } from 'lucide-react';
import { useId } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { RelativeTime } from '@/components/ui/relative-time';
import { formatNumber, inSentence } from '@/lib/format';
import { errorMessage } from '@/lib/messages/errors';
import { kindText, reasonText } from '@/lib/messages/jobs';
import { nodes } from '@/lib/relay';

import type { FailureGroup } from '../api/failure-groups';
import { failuresOptions } from '../api/failures';
import { useRequeue } from '../api/resolve-failures';
import { selectionOfGroup, type FailureFilter } from '../model/failure-groups';
import { FailureItem } from './failure-item';
import styles from './failure-list.module.css';
import type { Resolution } from './resolve-dialog';

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
