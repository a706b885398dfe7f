import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Highlighter, SearchX, Upload } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import inputStyles from '@/components/ui/field.module.css';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { displayName } from '@/lib/users';

import { annotatorsOptions, corpusAnnotationsOptions, type CorpusAnnotationPage } from '../api/corpus-annotations';
import { isAnnotationSource, isReviewFilter } from '../model/annotation-source';
import { exportQuery, isFiltered, isPlacement, isReviewable, PLACEMENT_NAMES, REVIEW_NAMES, searchOf, SOURCE_NAMES, type CorpusFilter } from '../model/corpus-filter';
import { useAnnotationSelection } from '../use-annotation-selection';
import { CorpusAnnotationRows } from './corpus-annotation-rows';
import styles from './corpus-annotations.module.css';
import { DocumentFilter } from './document-filter';
import { ExportAnnotations } from './export-annotations';
import { LabelFilter } from './label-filter';
import { ReviewSuggestions } from './review-suggestions';
import { SelectedAnnotations } from './selected-annotations';

interface FilterProps {
  corpusId: string;
  filter: CorpusFilter;
  onFilter: (filter: CorpusFilter) => void;
}

/** The choice of the makers of the annotations: people, one of them, or programs. */
function MakerSelect({ corpusId, filter, onFilter }: FilterProps) {
  const { data: annotators = [] } = useQuery(annotatorsOptions(corpusId));
  const { source, creator } = filter;
  const isUnknown = creator !== undefined && !annotators.some(({ uuid }) => uuid === creator);
  const choose = (value: string) => {
    const isSource = isAnnotationSource(value);
    onFilter({ ...filter, source: isSource ? value : undefined, creator: isSource || value === '' ? undefined : value });
  };
  return (
    <Select label={t`Made by`} value={creator ?? source ?? ''} onChange={({ target }) => choose(target.value)}>
      <option value="">{t`By everyone`}</option>
      {Object.entries(SOURCE_NAMES).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
      {annotators.map((user) => (
        <option key={user.uuid} value={user.uuid}>
          {displayName(user)}
        </option>
      ))}
      {isUnknown && <option value={creator}>{t`Another person`}</option>}
    </Select>
  );
}

/** The first and the last day on which the annotations were made. */
function Days({ filter, onFilter }: Omit<FilterProps, 'corpusId'>) {
  const input = (key: 'from' | 'to', text: string, label: string) => (
    <label className={styles['day']}>
      {text}
      <input
        key={filter[key] ?? ''}
        type="date"
        className={inputStyles['input']}
        aria-label={label}
        defaultValue={filter[key] ?? ''}
        onBlur={({ target }) => target.value !== (filter[key] ?? '') && onFilter({ ...filter, [key]: target.value || undefined })}
        onKeyDown={({ key: pressed, currentTarget }) => pressed === 'Enter' && currentTarget.blur()}
      />
    </label>
  );
  return (
    <>
      {input('from', t`from`, t`Made from`)}
      {input('to', t`to`, t`Made until`)}
    </>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  all: string;
  names: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: string) => void;
}

function Choice<Value extends string>({ label, all, names, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {Object.entries<string>(names).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** The filters of the annotations of a corpus. They combine. */
function CorpusFilters({ corpusId, labels, filter, onFilter }: FilterProps & { labels: readonly { uuid: string; path: string; color: string }[] }) {
  return (
    <>
      <SearchField label={t`Filter by text`} value={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search: search.trim() || undefined })} />
      <LabelFilter labels={labels.map(({ uuid, path, color }) => ({ key: uuid, name: path, color }))} chosen={filter.labels ?? []} onChange={(chosen) => onFilter({ ...filter, labels: chosen })} />
      <DocumentFilter corpusId={corpusId} chosen={filter.document} onChange={(document) => onFilter({ ...filter, document })} />
      <MakerSelect corpusId={corpusId} filter={filter} onFilter={onFilter} />
      <Choice label={t`Review`} all={t`All annotations`} names={REVIEW_NAMES} value={filter.review} onChange={(value) => onFilter({ ...filter, review: isReviewFilter(value) ? value : undefined })} />
      <Choice label={t`Position`} all={t`Any position`} names={PLACEMENT_NAMES} value={filter.placement} onChange={(value) => onFilter({ ...filter, placement: isPlacement(value) ? value : undefined })} />
      <Days filter={filter} onFilter={onFilter} />
    </>
  );
}

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
