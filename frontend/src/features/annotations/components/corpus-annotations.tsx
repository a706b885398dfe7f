import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Highlighter, SearchX, Upload } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';

import { corpusAnnotationsOptions, type CorpusAnnotationPage } from '../api/corpus-annotations';
import { exportQuery, isFiltered, isReviewable, searchOf, type CorpusFilter } from '../model/corpus-filter';
import { useAnnotationSelection } from '../use-annotation-selection';
import { CorpusAnnotationRows } from './corpus-annotation-rows';
import styles from './corpus-annotations.module.css';
import { CorpusFilters } from './corpus-filters';
import { ExportAnnotations } from './export-annotations';
import { ReviewSuggestions } from './review-suggestions';
import { SelectedAnnotations } from './selected-annotations';

const ImportDialog = lazyDialog(async () => (await import('./import-dialog')).ImportDialog, ({ onClose }) => onClose());

interface CorpusAnnotationsProps {
  corpusId: string;
  labels: readonly { uuid: string; path: string; color: string }[];
  filter: CorpusFilter;
  mayImport: boolean;
  isMember: boolean;
  /** the saved views */
  views: ReactNode;
  onFilter: (filter: CorpusFilter) => void;
}

interface BarProps extends CorpusAnnotationsProps {
  onImport: () => void;
  total: number | undefined;
  /** the export of all that match; that of a selection takes its place */
  exported: boolean;
}

function Filters({ corpusId, labels, filter, mayImport, isMember, views, onFilter, onImport, total, exported }: BarProps) {
  return (
    <Toolbar>
      <CorpusFilters {...{ corpusId, labels, filter, onFilter }} />
      {views}
      <Spacer />
      <span className="muted small" role="status">
        {total !== undefined && plural(total, { one: '# annotation', other: '# annotations' })}
      </span>
      {mayImport && <IconButton label={t`Import annotations`} icon={<Upload />} onClick={onImport} />}
      {exported && total !== undefined && total > 0 && <ExportAnnotations corpusId={corpusId} filter={exportQuery(filter)} count={total} isMember={isMember} />}
    </Toolbar>
  );
}

function Nothing({ mayImport, filtered, onClear, onImport }: { mayImport: boolean; filtered: boolean; onClear: () => void; onImport: () => void }) {
  const action = mayImport && (
    <Button icon={<Upload aria-hidden="true" />} onClick={onImport}>
      {t`Import annotations`}
    </Button>
  );
  if (filtered) return <Notice icon={<SearchX />} title={t`No annotation matches the filter`} action={<Button onClick={onClear}>{t`Clear filter`}</Button>} />;
  return (
    <Notice icon={<Highlighter />} title={t`No annotations yet`} action={action}>
      {t`Open a document of this corpus, select words and choose a label.`}
    </Notice>
  );
}

/** Accept or reject all suggestions that match the filter. */
const ReviewMatching = ({ count, ...suggestions }: { corpusId: string; filter: CorpusFilter; count: number }) =>
  count > 0 && isReviewable(suggestions.filter) && <ReviewSuggestions label={t`Review suggestions`} {...{ suggestions, count }} />;

/** The rows, or why there are none. */
function List({ list, nothing, children }: { list: UseInfiniteQueryResult<InfiniteData<CorpusAnnotationPage>>; nothing: ReactNode; children: ReactNode }) {
  if (list.isPending) return <SkeletonRows label={t`Loading the annotations`} />;
  if (list.isError) return <ErrorNotice title={t`The annotations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  return list.data.pages[0]?.totalCount === 0 ? nothing : children;
}

/** The annotations of all documents of a corpus, with filters. Each one opens its document at its place. */
export function CorpusAnnotations(props: CorpusAnnotationsProps) {
  const { corpusId, filter, mayImport, isMember, onFilter } = props;
  const list = useInfiniteQuery({ ...corpusAnnotationsOptions(corpusId, filter), placeholderData: keepPreviousData });
  const total = list.data?.pages[0]?.totalCount;
  const rows = useMemo(() => list.data?.pages.flatMap(nodes) ?? [], [list.data]);
  const selection = useAnnotationSelection(JSON.stringify(searchOf(filter)), rows, total ?? 0);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const [importing, setImporting] = useState(false);
  const onImport = () => setImporting(true);
  const filtered = isFiltered(filter);
  const nothing = <Nothing {...{ mayImport, filtered, onImport }} onClear={() => onFilter({})} />;
  return (
    <div className={styles['annotations']}>
      {(total !== 0 || filtered) && <Filters {...props} onImport={onImport} total={total} exported={selection.count === 0} />}
      {mayImport && <ReviewMatching {...{ corpusId, filter }} count={total ?? 0} />}
      <List {...{ list, nothing }}>
        <CorpusAnnotationRows {...{ corpusId, rows, selection, onNearEnd }} total={total ?? 0} />
      </List>
      {selection.count > 0 && <SelectedAnnotations {...{ corpusId, filter, rows, selection, isMember }} mayReview={mayImport} total={total ?? 0} />}
      {importing && <ImportDialog corpusId={corpusId} onClose={() => setImporting(false)} />}
    </div>
  );
}
