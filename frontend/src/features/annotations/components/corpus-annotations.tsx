import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Highlighter, SearchX, Upload } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ErrorNotice } from '@/components/ui/error-notice';
import inputStyles from '@/components/ui/field.module.css';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { useRows, type Selection } from '@/lib/use-rows';
import { displayName } from '@/lib/users';

import { annotatorsOptions, corpusAnnotationsOptions, type CorpusAnnotation, type CorpusAnnotationPage } from '../api/corpus-annotations';
import { isSuggestion, titleOf } from '../model/annotation';
import { isAnnotationSource, isReviewFilter } from '../model/annotation-source';
import { exportQuery, isFiltered, isPlacement, isReviewable, PLACEMENT_NAMES, REVIEW_NAMES, searchOf, SOURCE_NAMES, type CorpusFilter } from '../model/corpus-filter';
import { useAnnotationSelection } from '../use-annotation-selection';
import styles from './corpus-annotations.module.css';
import { DocumentFilter } from './document-filter';
import { ExportAnnotations } from './export-annotations';
import { LabelFilter } from './label-filter';
import { ReviewSuggestions } from './review-suggestions';
import { SelectedAnnotations } from './selected-annotations';
import { SuggestedBadge } from './suggested-badge';

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

/** of a row with one line of quoted text */
const ROW_HEIGHT = 81;
const NEAR_END = 15;

const makerOf = ({ source, creator }: CorpusAnnotation) => (source === 'HUMAN' ? (creator ? displayName(creator) : t`A former user`) : SOURCE_NAMES[source]);

/** Marks an annotation whose place has to be checked, since its document was processed again. */
function PlaceBadge({ confidence }: Pick<CorpusAnnotation, 'confidence'>) {
  if (confidence === 1) return null;
  return <span className={styles['check']}>{confidence === 0 ? PLACEMENT_NAMES.NOT_FOUND : t`To check, ${Math.floor(100 * confidence)}%`}</span>;
}

interface RowProps {
  annotation: CorpusAnnotation;
  corpusId: string;
  /** the Tab stop of the list */
  active: boolean;
  selected: boolean;
  onSelect: (on: boolean, withShift: boolean) => void;
}

function Row({ annotation, corpusId, active, selected, onSelect }: RowProps) {
  const { uuid, note, label, document, page, score, created, confidence } = annotation;
  const name = titleOf(annotation);
  return (
    <div className={styles['row']}>
      <Checkbox label={t`Select ${name}`} checked={selected} tabIndex={-1} onChange={onSelect} />
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: uuid }} className={styles['link']} tabIndex={active ? 0 : -1}>
        <span className={styles['label']}>
          <LabelDot color={label.color} />
          <span className="truncate">{label.path}</span>
          {isSuggestion(annotation) && <SuggestedBadge />}
          <PlaceBadge confidence={confidence} />
        </span>
        <span className={styles['quote']}>{name}</span>
        {note && <span className={styles['note']}>{note}</span>}
        <span className={styles['about']}>
          {t`${document.title}, page ${page}`} · {[makerOf(annotation), score !== null && t`${Math.round(100 * score)}% likely`].filter(Boolean).join(', ')},{' '}
          <RelativeTime iso={created} />
        </span>
      </Link>
    </div>
  );
}

interface CorpusAnnotationRowsProps {
  corpusId: string;
  rows: readonly CorpusAnnotation[];
  /** of all rows, also those that are not loaded yet */
  total: number;
  selection: Selection;
  onNearEnd: () => void;
}

/** A virtualized list: only visible rows are rendered, and the one that is the Tab stop. Arrow keys go to the other ones. */
function CorpusAnnotationRows({ corpusId, rows, total, selection, onNearEnd }: CorpusAnnotationRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active, selectTo } = useRows(scroller, rows, selection);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.uuid ?? index,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([active, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  const nearEnd = rows.length < total && (list.range?.endIndex ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, rows.length]);
  return (
    <div ref={scroller} className={styles['scroller']} role="region" aria-label={t`Annotations of this corpus`}>
      <ul aria-label={t`Annotations`} className={styles['list']} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const annotation = rows[index];
          if (!annotation) return null;
          return (
            <li key={key} ref={list.measureElement} data-index={index} aria-setsize={total} aria-posinset={index + 1} className={styles['line']} style={{ transform: `translateY(${start}px)` }}>
              <Row
                annotation={annotation}
                corpusId={corpusId}
                active={index === active}
                selected={selection.selected.has(annotation.uuid)}
                onSelect={(on, withShift) => selectTo(index, on, withShift)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
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
