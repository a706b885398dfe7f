import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FileSearch, Hourglass } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { readinessOptions, type Readiness } from '@/features/corpora/api/corpus-processing';
import { foldersOptions } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { SearchModel } from '@/features/corpora/components/search-model';
import { UNFILED } from '@/features/corpora/model/unfiled';
import { SearchView } from '@/features/search/components/search-view';
import type { SearchFilters } from '@/features/search/model/filters';
import { isMine } from '@/lib/permissions';

import { corpusSearch } from '../search-params';
import styles from './corpus-search.module.css';

const route = getRouteApi('/signed-in/c/$uuid');

function pendingText({ processing, embedding }: Readiness): string {
  const left = Math.max(processing, embedding);
  return left > 0 ? t`${plural(left, { one: '# document', other: '# documents' })} still being processed. Results are incomplete until then.` : '';
}

const isNotIndexed = ({ documents, embedded, isMember }: Readiness) => documents === 0 || (isMember && embedded === 0);

function Intro({ readiness, onDocuments }: { readiness: Readiness | undefined; onDocuments: () => void }) {
  if (readiness?.documents === 0) {
    return (
      <Notice icon={<FileSearch />} title={t`This corpus is empty`} action={<Button onClick={onDocuments}>{t`Go to its documents`}</Button>}>
        {t`Add documents to this corpus. They can be searched as soon as they are processed.`}
      </Notice>
    );
  }
  if (readiness && isNotIndexed(readiness)) {
    return (
      <Notice icon={<Hourglass />} title={t`Not searchable yet`} role="status">
        {pendingText(readiness) || t`No document of this corpus has been indexed for search yet. See the Actions tab for details.`}
      </Notice>
    );
  }
  return (
    <Notice icon={<FileSearch />} title={t`Search this corpus`}>
      {t`Finds passages by their words and by their meaning: “late payment” also finds “overdue instalments”.`}
    </Notice>
  );
}

function FolderScope({ corpusId, folder, onWhole }: { corpusId: string; folder: string; onWhole: () => void }) {
  const folders = useQuery(foldersOptions(corpusId));
  const path = folders.data?.find(({ uuid }) => uuid === folder)?.path;
  if (path === undefined) return null;
  return (
    <p className={styles['scope']}>
      <span className="truncate">{t`In the folder “${path}” and its subfolders.`}</span>
      <Button size="small" onClick={onWhole}>
        {t`Search the whole corpus`}
      </Button>
    </p>
  );
}

/** The search of one corpus: the same as the search of everything, in the folder that is open in the documents tab. */
export function CorpusSearch({ corpus }: { corpus: CorpusDetail }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: readiness } = useQuery(readinessOptions(corpus.uuid));
  const folder = search.folder === UNFILED ? undefined : search.folder;
  const { q, like, label, field, type, language, month } = search;
  const filters: SearchFilters = { q, like, folder, label, field, type, language, month, corpus: corpus.uuid };
  const filter = (change: SearchFilters) => void navigate({ search: corpusSearch({ ...filters, ...change, tab: 'search' }) });
  const pending = readiness && (q ?? like) ? pendingText(readiness) : '';
  return (
    <SearchView filters={filters} within={corpus.title} indexed={readiness?.embedded} intro={<Intro readiness={readiness} onDocuments={() => void navigate({ search: corpusSearch({}) })} />} onFilter={filter} onClear={() => filter({ like: undefined })}>
      {folder && <FolderScope corpusId={corpus.uuid} folder={folder} onWhole={() => filter({ folder: undefined })} />}
      {isMine(corpus) && <SearchModel corpusId={corpus.uuid} />}
      {pending && (
        <p className={styles['pending']} role="status">
          {pending}
        </p>
      )}
    </SearchView>
  );
}
