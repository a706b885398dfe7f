import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileSearch, SearchX } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { count } from '@/lib/format';

import { searchOptions, type SearchResults } from '../api/search';
import type { SearchFilters } from '../model/filters';
import { rememberSearch } from '../model/recent';
import { Facets } from './facets';
import { FoundDocument } from './found-document';
import { OperatorHelp } from './operator-help';
import styles from './search.module.css';

interface SearchViewProps {
  filters: SearchFilters;
  /** absent filters stay as they are */
  onFilter: (change: SearchFilters) => void;
  onClear: () => void;
}

const NO_FILTERS: SearchFilters = { corpus: undefined, folder: undefined, label: undefined, type: undefined, language: undefined, month: undefined };

const hasFilters = (filters: SearchFilters) => Object.keys(NO_FILTERS).some((name) => filters[name as keyof SearchFilters] !== undefined);

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rememberSearch(draft);
    onSearch(draft.trim());
  };
  return (
    <form role="search" className={styles['form']} onSubmit={submit}>
      <input type="search" aria-label="Search everything" placeholder="Words, a question, or “exact words”" value={draft} onChange={(event) => setDraft(event.target.value)} />
      <Button type="submit" variant="primary" disabled={draft.trim() === ''}>
        Search
      </Button>
    </form>
  );
}

function NoResults({ results, filters, onFilter }: { results: SearchResults; filters: SearchFilters; onFilter: SearchViewProps['onFilter'] }) {
  const action = hasFilters(filters) ? <Button onClick={() => onFilter(NO_FILTERS)}>Clear filters</Button> : undefined;
  return (
    <Notice icon={<SearchX />} title="No results" role="status" action={action}>
      {results.notices.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
    </Notice>
  );
}

function Results({ filters, onFilter }: Omit<SearchViewProps, 'onClear'>) {
  const search = useInfiniteQuery({ ...searchOptions(filters), placeholderData: keepPreviousData });
  if (search.isPending) return <SkeletonRows rows={5} label="Searching" />;
  if (search.isError) return <ErrorNotice title="The search failed" error={search.error} onRetry={() => void search.refetch()} />;
  const [first] = search.data.pages;
  if (!first) return null;
  if (first.totalCount === 0) return <NoResults results={first} filters={filters} onFilter={onFilter} />;
  const documents = search.data.pages.flatMap((page) => page.documents);
  return (
    <div className={styles['results']} aria-busy={search.isPlaceholderData}>
      <Facets facets={first.facets} filters={filters} onFilter={onFilter} />
      <section aria-label="Results">
        <p role="status" className="muted small">
          {count(first.totalCount, 'document')} found
        </p>
        {first.notices.map(({ code, message }) => (
          <p key={code} className={styles['problem']}>
            {message}
          </p>
        ))}
        <ol aria-label="Documents" className={styles['documents']}>
          {documents.map((found) => (
            <FoundDocument key={found.document.uuid} found={found} corpus={filters.corpus} />
          ))}
        </ol>
        {search.hasNextPage && (
          <Button disabled={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
            Show more
          </Button>
        )}
      </section>
    </div>
  );
}

/** The search page: the query, facets, and hits grouped by document. */
export function SearchView({ filters, onFilter, onClear }: SearchViewProps) {
  const isEmpty = filters.q === undefined && filters.like === undefined;
  return (
    <div className={styles['page']}>
      <SearchBox key={filters.q ?? ''} text={filters.q ?? ''} onSearch={(q) => onFilter({ q, like: undefined })} />
      {filters.like !== undefined && (
        <p className={styles['like']}>
          Passages like the one that you selected.
          <Button size="small" onClick={onClear}>
            New search
          </Button>
        </p>
      )}
      <OperatorHelp />
      {isEmpty ? (
        <Notice icon={<FileSearch />} title="Search everything">
          Finds passages by their words and by their meaning, and documents by their titles.
        </Notice>
      ) : (
        <Results filters={filters} onFilter={onFilter} />
      )}
    </div>
  );
}
