import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { may } from '@/lib/permissions';

const AnalysesPanel = lazy(async () => ({ default: (await import('@/features/analyses/components/analyses-panel')).AnalysesPanel }));

/** The analyzers, and what they have found in the documents of a corpus. */
export function CorpusAnalyses({ corpus }: { corpus: CorpusDetail }) {
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the analyzers`} />}>
      <AnalysesPanel corpusId={corpus.uuid} mayEdit={may(corpus, 'EDIT')} mayAnnotate={may(corpus, 'ANNOTATE')} />
    </Suspense>
  );
}
