import { t } from '@lingui/core/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';

import { Checkbox } from '@/components/ui/checkbox';
import { IconButton } from '@/components/ui/icon-button';
import { Scroller } from '@/components/ui/scroller';
import { SuggestedBadge } from '@/features/annotations/components/suggested-badge';
import { nodes } from '@/lib/relay';

import type { Obligation } from '../api/obligations';
import { useUpdateObligation } from '../api/update-obligation';
import { KIND_NAMES } from '../model/kinds';
import { formatDay } from '../model/days';
import { DueDialog } from './due-dialog';
import styles from './obligations.module.css';

export type ListQuery = UseInfiniteQueryResult<InfiniteData<{ edges: readonly { node: Obligation }[] }>>;

interface ObligationListProps {
  corpusId: string;
  mayChange: boolean;
  list: ListQuery;
}

interface RowProps {
  obligation: Obligation;
  corpusId: string;
  mayChange: boolean;
  onSetDate: () => void;
}

function Row({ obligation, corpusId, mayChange, onSetDate }: RowProps) {
  const { id, kind, due, quote, page, review, done, annotation, document } = obligation;
  const { mutate, isPending, variables } = useUpdateObligation();
  const isDone = isPending ? variables.isDone === true : done !== null;
  const name = `${KIND_NAMES[kind]}, ${document.title}`;
  return (
    <li className={styles['row']} data-done={isDone ? '' : undefined}>
      {mayChange && (
        <span className={styles['change']}>
          <Checkbox label={t`Done: ${name}`} checked={isDone} onChange={(checked) => mutate({ id, isDone: checked })} />
        </span>
      )}
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: annotation.uuid }} className={styles['link']}>
        <span className={styles['due']}>{due === null ? <span className="muted">{t`No date`}</span> : <time dateTime={due}>{formatDay(due)}</time>}</span>
        <span className={styles['what']}>
          <span className={styles['kind']}>
            {KIND_NAMES[kind]}
            {review === 'PENDING' && <SuggestedBadge />}
            {isDone && <span className="muted">{t({ context: 'obligation', message: 'done' })}</span>}
          </span>
          <span className={styles['quote']}>{quote}</span>
          <span className={styles['about']}>{t`${document.title}, page ${page}`}</span>
        </span>
      </Link>
      {mayChange && (
        <span className={styles['change']}>
          <IconButton label={t`Set the date of ${name}`} icon={<CalendarClock />} onClick={onSetDate} />
        </span>
      )}
    </li>
  );
}

/** Obligations by date. Each one opens its document at its place; users who annotate tick them off, and set their dates. */
export function ObligationList({ corpusId, mayChange, list }: ObligationListProps) {
  const [dated, setDated] = useState<Obligation>();
  return (
    <Scroller label={t`Obligations of this corpus`} more={list}>
      <ul aria-label={t`Obligations`}>
        {list.data?.pages.flatMap(nodes).map((obligation) => (
          <Row key={obligation.id} obligation={obligation} corpusId={corpusId} mayChange={mayChange} onSetDate={() => setDated(obligation)} />
        ))}
      </ul>
      {dated && <DueDialog obligation={dated} onClose={() => setDated(undefined)} />}
    </Scroller>
  );
}
