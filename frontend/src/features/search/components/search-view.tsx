import { t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSearch, SearchX } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { Thumbnail } from '@/features/documents/components/thumbnail';
import { foundText } from '@/lib/messages/search';
import { serverSentence } from '@/lib/messages/server-sentences';

import { searchOptions, type FoundDocument as Found, type Passage, type SearchResults } from '../api/search';
import { passageLocation } from '../model/choices';
import { FILTERS, likeParameter, type SearchFilters } from '../model/filters';
import { rememberSearch } from '../model/recent';
import { Answers } from './answers';
import { Facets } from './facets';
import { Fragments } from './fragments';
import { OperatorHelp } from './operator-help';
import { PassagePicture } from './passage-picture';
import styles from './search.module.css';

interface PassageItemProps {
  document: Found['document'];
  passage: Passage;
  inCorpus: { c?: string };
  isTab: boolean;
}

/** Search for passages like this one: on the page of the corpus in its search tab. */
function MoreLikeThis({ like, corpus, isTab }: { like: string; corpus: string | undefined; isTab: boolean }) {
  const text = t`More like this`;
  if (isTab && corpus) {
    return (
      <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'search', like }} className={styles['more']}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/search" search={{ like, ...(corpus && { corpus }) }} className={styles['more']}>
      {text}
    </Link>
  );
}

function PassageItem({ document: { uuid, pdfUrl }, passage, inCorpus, isTab }: PassageItemProps) {
  const { page, start, end, fragments } = passage;
  return (
    <li className={styles['passage']}>
      <Link to="/d/$uuid" params={{ uuid }} search={{ ...inCorpus, ...passageLocation(passage) }} className={styles['place']}>
        <span className="muted small">{t`Page ${page}`}</span>
        <Fragments fragments={fragments} />
        <PassagePicture pdfUrl={pdfUrl} passage={passage} />
      </Link>
      <MoreLikeThis like={likeParameter(uuid, start, end)} corpus={inCorpus.c} isTab={isTab} />
    </li>
  );
}

/** A document with its best passages. Each passage opens the document at its place. */
function FoundDocument({ found, corpus, isTab }: { found: Found; corpus: string | undefined; isTab: boolean }) {
  const { document, passages, isPublic } = found;
  const inCorpus = corpus ? { c: corpus } : {};
  const [first] = passages;
  return (
    <li className={styles['found']}>
      <Thumbnail url={document.thumbnailUrl} />
      <div className={styles['foundBody']}>
        <div className={styles['foundHead']}>
          <h2>
            <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ ...inCorpus, ...(first && passageLocation(first)) }}>
              {document.title}
            </Link>
          </h2>
          {isPublic && <PublicBadge />}
        </div>
        {passages.length > 0 && (
          <ul aria-label={t`Passages of ${document.title}`}>
            {passages.map((passage) => (
              <PassageItem key={passage.start} {...{ document, passage, inCorpus, isTab }} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

interface SearchViewProps {
  filters: SearchFilters;
  /** the title of the corpus that is searched, on its page: it is no filter there */
  within?: string | undefined;
  /** the number of searchable documents of the corpus: when it grows, the search is repeated */
  indexed?: number | undefined;
  /** what to know about the results; below the text field */
  children?: ReactNode;
  /** shown instead of results if there is no query */
  intro?: ReactNode;
  /** absent filters stay as they are */
  onFilter: (change: SearchFilters) => void;
  onClear: () => void;
}

/** Return the filters that are set beside the query; in a corpus, the corpus is none of them. */
const filtersIn = (within: string | undefined) => FILTERS.filter((name) => name !== 'corpus' || within === undefined);

const cleared = (within: string | undefined): SearchFilters => Object.fromEntries(filtersIn(within).map((name) => [name, undefined]));

const RESTRICTIONS = ['like', ...FILTERS.filter((name) => name !== 'corpus')] as const;

// Whether a search is a question, so that an answer to it is shown above the passages.

// of the languages whose documents are searched most: English, German, French, Spanish
const STARTS = new Set(
  [
    'who whom whose what when where which why how is are was were does do did can may must shall should will would',
    'wer wen wem wessen was wann wo welche welcher welches warum wie ist sind darf muss kann',
    'qui quand où quel quelle quels quelles pourquoi comment combien',
    'quién cuándo dónde cuál cuáles cuánto cómo',
  ].flatMap((words) => words.split(' ')),
);

/** A search is a question if it ends with a question mark, or begins with a word that questions begin with and goes on. */
export function isQuestion(text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  return text.trim().endsWith('?') || (words.length > 2 && STARTS.has(words[0] ?? ''));
}

/** Return the question to answer. Filters beside the corpus restrict passages only. */
const questionOf = (filters: SearchFilters) =>
  filters.q !== undefined && isQuestion(filters.q) && RESTRICTIONS.every((name) => filters[name] === undefined) ? filters.q : undefined;

function SearchBox({ text, within, onSearch }: { text: string; within: string | undefined; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rememberSearch(draft);
    onSearch(draft.trim());
  };
  return (
    <form role="search" className={styles['form']} onSubmit={submit}>
      <input type="search" aria-label={within === undefined ? t`Search everything` : t`Search in “${within}”`} placeholder={t`Words, a question, or “exact words”`} value={draft} onChange={(event) => setDraft(event.target.value)} />
      <Button type="submit" variant="primary" disabled={draft.trim() === ''}>
        {t({ message: 'Search', context: 'button' })}
      </Button>
    </form>
  );
}

type ResultsProps = Pick<SearchViewProps, 'filters' | 'within' | 'indexed' | 'onFilter'>;

function NoResults({ results, filters, within, onFilter }: ResultsProps & { results: SearchResults }) {
  const hasFilters = filtersIn(within).some((name) => filters[name] !== undefined);
  const action = hasFilters ? <Button onClick={() => onFilter(cleared(within))}>{t`Clear filters`}</Button> : undefined;
  return (
    <Notice icon={<SearchX />} title={t`No results`} role="status" action={action}>
      {results.notices.map(({ code, message }) => (
        <p key={code}>{serverSentence(message)}</p>
      ))}
    </Notice>
  );
}

function Results({ filters, within, indexed, onFilter }: ResultsProps) {
  const search = useInfiniteQuery({ ...searchOptions(filters, indexed), placeholderData: keepPreviousData });
  if (search.isPending) return <SkeletonRows rows={5} label={t`Searching`} />;
  if (search.isError) return <ErrorNotice title={t`The search failed`} error={search.error} onRetry={() => void search.refetch()} />;
  const [first] = search.data.pages;
  if (!first) return null;
  if (first.totalCount === 0) return <NoResults results={first} {...{ filters, within, onFilter }} />;
  const documents = search.data.pages.flatMap((page) => page.documents);
  return (
    <div className={styles['results']} aria-busy={search.isPlaceholderData}>
      <Facets facets={first.facets.filter(({ facet }) => facet !== 'CORPUS' || within === undefined)} filters={filters} onFilter={onFilter} />
      <section aria-label={t`Results`}>
        {first.similarText !== null && <blockquote className={styles['similar']}>{first.similarText}</blockquote>}
        <p role="status" className="muted small">
          {foundText(first.totalCount, first.isComplete)}
        </p>
        {first.notices.map(({ code, message }) => (
          <p key={code} className={styles['problem']}>
            {serverSentence(message)}
          </p>
        ))}
        <ol aria-label={t`Documents`} className={styles['documents']}>
          {documents.map((found) => (
            <FoundDocument key={found.document.uuid} found={found} corpus={filters.corpus} isTab={within !== undefined} />
          ))}
        </ol>
        {search.hasNextPage && (
          <Button disabled={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
            {t`Show more`}
          </Button>
        )}
        {!search.hasNextPage && documents.length < first.totalCount && <p className="muted small">{t`These are the best matches. Add words or choose a filter to see others.`}</p>}
      </section>
    </div>
  );
}

function Intro() {
  return (
    <Notice icon={<FileSearch />} title={t`Search everything`}>
      {t`Finds passages by their words and by their meaning, and documents by their titles.`}
    </Notice>
  );
}

/** The query, facets, and hits grouped by document: of everything, or of one corpus. */
export function SearchView({ filters, within, indexed, children, intro, onFilter, onClear }: SearchViewProps) {
  const question = questionOf(filters);
  const isEmpty = filters.q === undefined && filters.like === undefined;
  return (
    <div className={styles['page']}>
      <SearchBox key={filters.q ?? ''} text={filters.q ?? ''} within={within} onSearch={(q) => onFilter({ q, like: undefined })} />
      {filters.like !== undefined && (
        <p className={styles['like']}>
          {t`Passages like the one that you selected.`}
          <Button size="small" onClick={onClear}>
            {t`New search`}
          </Button>
        </p>
      )}
      <OperatorHelp />
      {children}
      {question !== undefined && <Answers question={question} corpus={filters.corpus} indexed={indexed} />}
      {isEmpty ? (intro ?? <Intro />) : <Results {...{ filters, within, indexed, onFilter }} />}
    </div>
  );
}
