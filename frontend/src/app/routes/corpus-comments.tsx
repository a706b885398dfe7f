import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';

import styles from './corpus-page.module.css';

const ThreadList = lazy(async () => ({ default: (await import('@/features/comments/components/thread-list')).ThreadList }));

const route = getRouteApi('/signed-in/c/$uuid');

/** The comments on a corpus, its documents and their annotations. */
export function CorpusComments({ corpusId }: { corpusId: string }) {
  const { thread } = route.useSearch();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the comments`} />}>
      <div className={styles['comments']}>
        <ThreadList subject={{ corpusId }} about={t`Comment on this corpus`} selected={thread} />
      </div>
    </Suspense>
  );
}
