import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import type { ObligationFilter } from '@/features/obligations/model/obligation-filter';
import { sessionOptions } from '@/features/session/api/session';
import { may } from '@/lib/permissions';

const ObligationCalendar = lazy(async () => ({ default: (await import('@/features/obligations/components/obligation-calendar')).ObligationCalendar }));

const route = getRouteApi('/signed-in/c/$uuid');

/** The obligations in the documents of a corpus, as a list or a month. The filter is in the URL. */
export function CorpusObligations({ corpus }: { corpus: CorpusDetail }) {
  const { kind, review, done, month } = route.useSearch();
  const { data: user } = useQuery(sessionOptions);
  const navigate = route.useNavigate();
  const onFilter = (next: ObligationFilter) =>
    void navigate({
      search: { tab: 'obligations', ...(next.kind && { kind: next.kind }), ...(next.review && { review: next.review }), ...(next.done && { done: next.done }), ...(next.month && { month: next.month }) },
      replace: true,
    });
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the obligations`} />}>
      <ObligationCalendar corpusId={corpus.uuid} maySubscribe={Boolean(user)} mayChange={may(corpus, 'ANNOTATE')} filter={{ kind, review, done, month }} onFilter={onFilter} />
    </Suspense>
  );
}
