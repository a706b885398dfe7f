import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileSearch, Hourglass, SearchX } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { count } from '@/lib/format';

import { readinessOptions, type Readiness } from '../api/corpus-processing';
import { foldersOptions } from '../api/folders';
import { searchOptions } from '../api/search-corpus';
import { UNFILED } from '../model/folder-tree';
import styles from './corpus-search.module.css';
import { SearchHitItem } from './search-hit-item';

interface CorpusSearchProps {
  corpusId: string;
  text: string;
  /** the open folder of the documents tab */
  folder: string | undefined;
  onSearch: (text: string, folder: string | undefined) => void;
}

function pendingText({ processing, embedding }: Readiness): string {
  const left = Math.max(processing, embedding);
  return left > 0 ? `${count(left, 'document')} still being processed. Results are incomplete until then.` : '';
}

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft.trim());
  };
  return (
    <form role="search" className={styles['box']} onSubmit={submit}>
      <input
        type="search"
        aria-label="Search by meaning"
        placeholder="Describe what you are looking for, for example: when can the contract be terminated?"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={draft.trim() === ''}>
        Search
      </Button>
    </form>
  );
}

function Results({ corpusId, text, readiness, folder }: Omit<CorpusSearchProps, 'onSearch'> & { readiness: Readiness | undefined }) {
  const hits = useQuery({ ...searchOptions(corpusId, text, readiness?.embedded ?? 0, folder), placeholderData: keepPreviousData });
  if (hits.isPending) return <SkeletonRows rows={5} label="Searching" />;
  if (hits.isError) return <ErrorNotice title="The search failed" error={hits.error} onRetry={() => void hits.refetch()} />;
  if (hits.data.length === 0 && readiness && isNotIndexed(readiness)) return <NotSearchableYet readiness={readiness} />;
  if (hits.data.length === 0) {
    return (
      <Notice icon={<SearchX />} title="No results" role="status">
        No passage matches “{text}”. Try other words, or describe what the passage says.
      </Notice>
    );
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {count(hits.data.length, 'passage')} found
      </p>
      <ol className={styles['hits']} aria-label="Passages">
        {hits.data.map((hit) => (
          <SearchHitItem key={`${hit.document.uuid}-${hit.start}`} hit={hit} corpusId={corpusId} text={text} />
        ))}
      </ol>
    </>
  );
}

const isNotIndexed = ({ documents, embedded, isMember }: Readiness) => documents === 0 || (isMember && embedded === 0);

function NotSearchableYet({ readiness }: { readiness: Readiness }) {
  if (readiness.documents === 0) {
    return (
      <Notice icon={<FileSearch />} title="This corpus is empty">
        Add documents to this corpus. They can be searched as soon as they are processed.
      </Notice>
    );
  }
  return (
    <Notice icon={<Hourglass />} title="Not searchable yet" role="status">
      {pendingText(readiness) || 'No document of this corpus has been indexed for search yet. See the Activity tab for details.'}
    </Notice>
  );
}

/** Return the folder to search in. The search waits until its name is loaded. */
function useFolderScope(corpusId: string, folder: string | undefined) {
  const isFolder = folder !== undefined && folder !== UNFILED;
  const folders = useQuery({ ...foldersOptions(corpusId), enabled: isFolder });
  return { scope: isFolder ? folders.data?.find(({ uuid }) => uuid === folder) : undefined, isLoading: isFolder && folders.isPending };
}

function FolderScope({ path, onWhole }: { path: string; onWhole: () => void }) {
  return (
    <p className={styles['scope']}>
      <span className="truncate">In the folder “{path}” and its subfolders.</span>
      <Button size="small" onClick={onWhole}>
        Search the whole corpus
      </Button>
    </p>
  );
}

function SearchIntro({ readiness }: { readiness: Readiness | undefined }) {
  if (readiness?.documents === 0) return <NotSearchableYet readiness={readiness} />;
  return (
    <Notice icon={<FileSearch />} title="Search by meaning">
      {(readiness && pendingText(readiness)) || 'Finds passages with the same meaning in other words: “late payment” also finds “overdue instalments”.'}
    </Notice>
  );
}

export function CorpusSearch({ corpusId, text, folder, onSearch }: CorpusSearchProps) {
  const { data: readiness } = useQuery(readinessOptions(corpusId));
  const { scope, isLoading } = useFolderScope(corpusId, folder);
  const pending = readiness && text ? pendingText(readiness) : '';
  return (
    <div className={styles['search']}>
      <SearchBox key={text} text={text} onSearch={(query) => onSearch(query, scope?.uuid)} />
      {scope && <FolderScope path={scope.path} onWhole={() => onSearch(text, undefined)} />}
      {pending && (
        <p className={styles['pending']} role="status">
          {pending}
        </p>
      )}
      {text === '' && <SearchIntro readiness={readiness} />}
      {text !== '' && !isLoading && <Results corpusId={corpusId} text={text} readiness={readiness} folder={scope?.uuid} />}
    </div>
  );
}
