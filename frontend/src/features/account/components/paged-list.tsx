import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Skeleton } from '@/components/ui/skeleton';
import type { useRestPages } from '@/lib/rest-pages';

import styles from './account.module.css';

interface PagedListProps<Item> {
  label: string;
  errorTitle: string;
  list: ReturnType<typeof useRestPages<Item>>;
  /** shown if the list is empty */
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

/** A list that loads further pages on demand. */
export function PagedList<Item>({ label, errorTitle, list, empty, children }: PagedListProps<Item>) {
  const { items, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  if (error) return <ErrorNotice title={errorTitle} error={error} onRetry={() => void refetch()} />;
  if (!items) return <Skeleton height={56} />;
  if (items.length === 0) return empty;
  return (
    <>
      <ul className={styles['list']} aria-label={label}>
        {items.map(children)}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}
