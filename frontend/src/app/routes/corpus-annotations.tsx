import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import { filterOf, searchOf, type CorpusFilter } from '@/features/annotations/model/corpus-filter';
import { corpusLabelsOptions } from '@/features/corpora/api/corpus-labels';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { may } from '@/lib/permissions';

import { corpusSearch } from '../search-params';
import { SavedViews } from './saved-views';

const AnnotationList = lazy(async () => ({ default: (await import('@/features/annotations/components/corpus-annotations')).CorpusAnnotations }));

const route = getRouteApi('/signed-in/c/$uuid');

const NO_LABELS: readonly { uuid: string; path: string; color: string }[] = [];

/** The annotations of a corpus. The filter is in the URL. */
export function CorpusAnnotations({ corpus }: { corpus: CorpusDetail }) {
  const { view, ...search } = route.useSearch();
  const labels = useQuery(corpusLabelsOptions(corpus.uuid));
  const navigate = route.useNavigate();
  const filter = filterOf(search);
  const onFilter = (next: CorpusFilter) => void navigate({ search: corpusSearch({ ...searchOf(next), tab: 'annotations', view }), replace: true });
  const views = (
    <SavedViews
      kind="ANNOTATIONS"
      corpusId={corpus.uuid}
      search={searchOf(filter)}
      chosen={view}
      mayShare={may(corpus, 'ANNOTATE')}
      mayUnshare={may(corpus, 'EDIT')}
      onShow={(state, next) => void navigate({ search: corpusSearch({ ...state, tab: 'annotations', view: next }), replace: true })}
    />
  );
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the annotations`} />}>
      <AnnotationList corpusId={corpus.uuid} labels={labels.data ?? NO_LABELS} filter={filter} mayImport={may(corpus, 'ANNOTATE')} isMember={corpus.isMember} views={views} onFilter={onFilter} />
    </Suspense>
  );
}
