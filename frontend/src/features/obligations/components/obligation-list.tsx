import { t } from '@lingui/core/macro';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Scroller } from '@/components/ui/scroller';
import { SuggestedBadge } from '@/features/annotations/components/suggested-badge';
import { nodes } from '@/lib/relay';

import type { Obligation } from '../api/obligations';
import { KIND_NAMES } from '../model/kinds';
import { formatDay } from '../model/days';
import styles from './obligations.module.css';

export type ListQuery = UseInfiniteQueryResult<InfiniteData<{ edges: readonly { node: Obligation }[] }>>;

interface ObligationListProps {
  corpusId: string;
  list: ListQuery;
}

function Row({ obligation, corpusId }: { obligation: Obligation; corpusId: string }) {
  const { kind, due, quote, page, review, annotation, document } = obligation;
  return (
    <li className={styles['row']}>
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: annotation.uuid }} className={styles['link']}>
        <span className={styles['due']}>{due === null ? <span className="muted">{t`No date`}</span> : <time dateTime={due}>{formatDay(due)}</time>}</span>
        <span className={styles['what']}>
          <span className={styles['kind']}>
            {KIND_NAMES[kind]}
            {review === 'PENDING' && <SuggestedBadge />}
          </span>
          <span className={styles['quote']}>{quote}</span>
          <span className={styles['about']}>{t`${document.title}, page ${page}`}</span>
        </span>
      </Link>
    </li>
  );
}

/** Obligations by date. Each one opens its document at its place. */
export function ObligationList({ corpusId, list }: ObligationListProps) {
  return (
    <Scroller label={t`Obligations of this corpus`} more={list}>
      <ul aria-label={t`Obligations`}>
        {list.data?.pages.flatMap(nodes).map((obligation) => (
          <Row key={obligation.id} obligation={obligation} corpusId={corpusId} />
        ))}
      </ul>
    </Scroller>
  );
}
