import { useInfiniteQuery } from '@tanstack/react-query';
import { Archive, ChevronRight, CircleX, RotateCcw } from 'lucide-react';
import { useId } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { SkeletonRows } from '@/components/ui/skeleton';
import { When } from '@/components/ui/when';
import { reasonWords } from '@/features/jobs/model/job-words';
import { count } from '@/lib/format';
import { nodes } from '@/lib/relay';

import type { Cause } from '../api/causes';
import { failuresOptions } from '../api/failures';
import { useRequeue } from '../api/settle-failures';
import { chosenByCause, type FailureFilter } from '../model/causes';
import { FailureItem } from './failure-item';
import styles from './failure-list.module.css';
import type { Question } from './settle-dialog';

interface CauseItemProps {
  cause: Cause;
  filter: FailureFilter;
  opened: boolean;
  onToggle: () => void;
  onAsk: (question: Question) => void;
}

// As many as start within a second are tried again without a question.
const FEW = 10;

function Failures({ cause, filter, onAsk }: Pick<CauseItemProps, 'cause' | 'filter' | 'onAsk'>) {
  const list = useInfiniteQuery(failuresOptions(cause, filter));
  if (list.isPending) return <SkeletonRows rows={Math.min(cause.count, 3)} label="Loading the failures" />;
  if (list.isError) return <ErrorNotice title="The failures could not be loaded" error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <>
      <ul className={styles['failures']} aria-label={`Failures: ${cause.title}`}>
        {list.data.pages.flatMap(nodes).map((failure) => (
          <FailureItem key={failure.uuid} failure={failure} onAsk={onAsk} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className={styles['more'] ?? ''} variant="quiet" size="small" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** One cause: how often it struck, what it says, and what can be done about all of its failures at once. */
export function CauseItem({ cause, filter, opened, onToggle, onAsk }: CauseItemProps) {
  const listId = useId();
  const requeue = useRequeue();
  const { title, reason, code, message, count: all, lastFailed } = cause;
  const words = all === 1 ? 'Retry' : `Retry all ${all.toLocaleString('en')}`;
  const chosen = () => chosenByCause(cause, filter, Date.now());
  const retry = () => (all > FEW ? onAsk({ kind: 'retry', count: all, chosen: chosen() }) : requeue.mutate(chosen()));
  const name = `${title}, ${reasonWords(reason).toLowerCase()}`;
  return (
    <li className={styles['cause']} aria-label={name}>
      <div className={styles['head']}>
        <IconButton
          label={opened ? `Hide the failures: ${name}` : `Show the failures: ${name}`}
          hint={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          aria-controls={opened ? listId : undefined}
          onClick={onToggle}
        />
        <span className={styles['count']}>
          <CircleX aria-hidden="true" />
          {all.toLocaleString('en')}
          <span className="visually-hidden"> failed</span>
        </span>
        <div className={styles['what']}>
          <span className={styles['message']}>{message || reasonWords(reason)}</span>
          <span className={styles['facts']}>
            {[title, reasonWords(reason), code].filter(Boolean).join(' · ')} · last <When iso={lastFailed} />
          </span>
        </div>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={`${words}: ${name}`}
          busy={requeue.isPending}
          onClick={retry}
        >
          {words}
        </Button>
        <Button
          size="small"
          icon={<Archive aria-hidden="true" />}
          aria-label={`Discard ${count(all, 'failure')}: ${name}`}
          onClick={() => onAsk({ kind: 'discard', count: all, chosen: chosen() })}
        >
          Discard
        </Button>
      </div>
      {opened && (
        <div id={listId}>
          <Failures cause={cause} filter={filter} onAsk={onAsk} />
        </div>
      )}
    </li>
  );
}
