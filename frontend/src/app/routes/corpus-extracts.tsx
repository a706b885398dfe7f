import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import { foldersOptions } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import type { GridFilter } from '@/features/extracts/model/filter';
import { may } from '@/lib/permissions';

const ExtractsPanel = lazy(async () => ({ default: (await import('@/features/extracts/components/extracts-panel')).ExtractsPanel }));

const route = getRouteApi('/signed-in/c/$uuid');

/** The extractions of a corpus. The open one and its filters are in the URL. */
export function CorpusExtracts({ corpus }: { corpus: CorpusDetail }) {
  const { extract, show, words, sort, down } = route.useSearch();
  const navigate = route.useNavigate();
  const folders = useQuery(foldersOptions(corpus.uuid));
  const open = (next: string | undefined) => void navigate({ search: { tab: 'extract', ...(next && { extract: next }) } });
  const onFilter = ({ cells, search, sortColumn, descending }: GridFilter) =>
    void navigate({
      search: {
        tab: 'extract',
        ...(extract && { extract }),
        ...(cells && { show: cells }),
        ...(search && { words: search }),
        ...(sortColumn && { sort: sortColumn }),
        ...(descending && { down: true }),
      },
      replace: true,
    });
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the extractions`} />}>
      <ExtractsPanel
        corpusId={corpus.uuid}
        mayEdit={may(corpus, 'EDIT')}
        mayReview={may(corpus, 'REVIEW')}
        mayAnnotate={may(corpus, 'ANNOTATE')}
        extract={extract}
        filter={{ cells: show, search: words, sortColumn: sort, descending: down }}
        folders={(folders.data ?? []).map(({ uuid, path }) => ({ id: uuid, path }))}
        onOpen={open}
        onFilter={onFilter}
      />
    </Suspense>
  );
}
