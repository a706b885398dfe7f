import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AtSign, CalendarClock, ChevronRight, FileX2, ListChecks, MapPin, Sparkles, SquarePen, Table2 } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';

import { todoOptions, type Todo, type TodoItem } from '../api/todo';
import { rowAbout, rowTitle, targetOf } from '../model/rows';
import styles from './todo-list.module.css';

const ICONS: Record<TodoItem['kind'], typeof AtSign> = {
  MENTIONS: AtSign,
  FAILED_DOCUMENTS: FileX2,
  OBLIGATIONS: CalendarClock,
  PROPOSALS: SquarePen,
  SUGGESTIONS: Sparkles,
  POSITIONS: MapPin,
  CELLS: Table2,
};

function Row({ item, dueUntil }: { item: TodoItem; dueUntil: string }) {
  const Icon = ICONS[item.kind];
  return (
    <li>
      <Link {...targetOf(item)} className={styles['row'] ?? ''} data-kind={item.kind}>
        <Icon aria-hidden="true" className={styles['icon']} />
        <span className={styles['title']}>{rowTitle(item)}</span>
        <span className={styles['about']}>{rowAbout(item, dueUntil)}</span>
        <ChevronRight aria-hidden="true" className={styles['arrow']} />
      </Link>
    </li>
  );
}

function Rows({ items, dueUntil, hasMore }: Todo) {
  if (items.length === 0) {
    return (
      <Notice icon={<ListChecks />} title={t`Nothing waits for you`}>
        {t`Suggestions and values to review, documents that failed, and comments that mention you are listed here.`}
      </Notice>
    );
  }
  return (
    <Scroller label={t({ message: 'To do', context: 'page' })}>
      <ul aria-label={t({ message: 'To do', context: 'page' })} className={styles['list']}>
        {items.map((item) => (
          <Row key={`${item.kind} ${item.extract ?? item.corpus ?? ''}`} item={item} dueUntil={dueUntil} />
        ))}
      </ul>
      {hasMore && <p className={styles['more']}>{t`There is more in other corpora: of each kind, those with the largest numbers are listed.`}</p>}
    </Scroller>
  );
}

/** The page of what waits for the user. Each row opens the list that shows it. */
export function TodoList() {
  const todo = useQuery(todoOptions);
  return (
    <PageFrame title={t({ message: 'To do', context: 'page' })} about={t`What waits for you in all corpora`}>
      {todo.isPending && <SkeletonRows label={t`Loading what waits for you`} />}
      {todo.isError && <ErrorNotice title={t`What waits for you could not be loaded`} error={todo.error} onRetry={() => void todo.refetch()} />}
      {todo.isSuccess && <Rows {...todo.data} />}
    </PageFrame>
  );
}
