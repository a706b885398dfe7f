import { t } from '@lingui/core/macro';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { similarSpan } from '@/features/search/model/filters';
import { may } from '@/lib/permissions';

const SimilarTexts = lazy(async () => ({ default: (await import('@/features/similarity/components/similar-texts')).SimilarTexts }));
const SameClauses = lazy(async () => ({ default: (await import('@/features/similarity/components/same-clauses')).SameClauses }));

const route = getRouteApi('/signed-in/c/$uuid');

/** The similar documents and clauses of a corpus, or a clause in its documents. Both are in the URL. */
export function CorpusSimilar({ corpus }: { corpus: CorpusDetail }) {
  const { like, texts = 'DOCUMENT' } = route.useSearch();
  const navigate = route.useNavigate();
  const clause = similarSpan(like);
  const back = <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} search={{ tab: 'similar' }}>{t`All similar texts`}</Link>;
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the similar texts`} />}>
      {clause ? (
        <SameClauses corpusId={corpus.uuid} clause={clause} back={back} />
      ) : (
        <SimilarTexts corpusId={corpus.uuid} mayEdit={may(corpus, 'EDIT')} kind={texts} onKind={(kind) => void navigate({ search: { tab: 'similar', ...(kind === 'CLAUSE' && { texts: kind }) }, replace: true })} />
      )}
    </Suspense>
  );
}
