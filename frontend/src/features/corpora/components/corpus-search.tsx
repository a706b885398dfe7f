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
  /** the folder that is open among the documents */
  folder: string | undefined;
  onSearch: (text: string, folder: string | undefined) => void;
}

function waitingWords({ processing, embedding }: Readiness): string {
  const left = Math.max(processing, embedding);
  return left > 0 ? `Still processing ${count(left, 'document')}. They will be found when they are done.` : '';
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
        placeholder="Ask in your own words, for example: when can either side end the contract?"
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
  if (hits.isError) return <ErrorNotice title="The search did not work" error={hits.error} onRetry={() => void hits.refetch()} />;
  if (hits.data.length === 0 && readiness && readiness.embedded === 0) return <NothingYet readiness={readiness} />;
  if (hits.data.length === 0) {
    return (
      <Notice icon={<SearchX />} title="Nothing found" role="status">
        No passage comes close to “{text}”. Try other words, or describe what the passage says.
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

function NothingYet({ readiness }: { readiness: Readiness }) {
  if (readiness.documents === 0) {
    return (
      <Notice icon={<FileSearch />} title="There is nothing to search yet">
        Add documents to this corpus; they can be searched by meaning as soon as they are read.
      </Notice>
    );
  }
  return (
    <Notice icon={<Hourglass />} title="Not searchable yet" role="status">
      {waitingWords(readiness) || 'No document of this corpus has been prepared for search. See Activity for the reason.'}
    </Notice>
  );
}

/** The open folder, when it is one; the search waits for its name. */
function useWithin(corpusId: string, folder: string | undefined) {
  const isFolder = folder !== undefined && folder !== UNFILED;
  const folders = useQuery({ ...foldersOptions(corpusId), enabled: isFolder });
  return { within: isFolder ? folders.data?.find(({ uuid }) => uuid === folder) : undefined, waits: isFolder && folders.isPending };
}

function WithinLine({ path, onWhole }: { path: string; onWhole: () => void }) {
  return (
    <p className={styles['within']}>
      <span className="truncate">In the folder “{path}” and below it.</span>
      <Button size="small" onClick={onWhole}>
        Search the whole corpus
      </Button>
    </p>
  );
}

function NothingAsked({ readiness }: { readiness: Readiness | undefined }) {
  if (readiness?.documents === 0) return <NothingYet readiness={readiness} />;
  return (
    <Notice icon={<FileSearch />} title="Find passages by what they mean">
      {(readiness && waitingWords(readiness)) || 'The words need not match: ask for “late payment” and find “overdue instalments”.'}
    </Notice>
  );
}

export function CorpusSearch({ corpusId, text, folder, onSearch }: CorpusSearchProps) {
  const { data: readiness } = useQuery(readinessOptions(corpusId));
  const { within, waits } = useWithin(corpusId, folder);
  const waiting = readiness && text ? waitingWords(readiness) : '';
  return (
    <div className={styles['search']}>
      <SearchBox key={text} text={text} onSearch={(asked) => onSearch(asked, within?.uuid)} />
      {within && <WithinLine path={within.path} onWhole={() => onSearch(text, undefined)} />}
      {waiting && (
        <p className={styles['waiting']} role="status">
          {waiting}
        </p>
      )}
      {text === '' && <NothingAsked readiness={readiness} />}
      {text !== '' && !waits && <Results corpusId={corpusId} text={text} readiness={readiness} folder={within?.uuid} />}
    </div>
  );
}
