import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Highlighter, SearchX, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { displayName } from '@/lib/users';

import { corpusAnnotationsOptions, type CorpusAnnotation, type CorpusAnnotationPage } from '../api/corpus-annotations';
import { isSuggestion, titleOf } from '../model/annotation';
import { exportQuery, isFiltered, PLACEMENT_NAMES, searchOf, SOURCE_NAMES, type CorpusFilter } from '../model/corpus-filter';
import { useAnnotationSelection, type AnnotationSelection } from '../use-annotation-selection';
import styles from './corpus-annotations.module.css';
import { CorpusFilters } from './corpus-filters';
import { ExportAnnotations } from './export-annotations';
import { ReviewMatching } from './review-matching';
import { SelectedAnnotations } from './selected-annotations';
import { SuggestedBadge } from './suggested-badge';

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

const makerOf = ({ source, creator }: CorpusAnnotation) => (source === 'HUMAN' ? (creator ? displayName(creator) : t`A former user`) : SOURCE_NAMES[source]);

/** Marks an annotation whose place has to be checked, since its document was processed again. */
function PlaceBadge({ confidence }: Pick<CorpusAnnotation, 'confidence'>) {
  if (confidence === 1) return null;
  return <span className={styles['check']}>{confidence === 0 ? PLACEMENT_NAMES.NOT_FOUND : t`To check, ${Math.floor(100 * confidence)}%`}</span>;
}

function Row({ annotation, corpusId, selection }: { annotation: CorpusAnnotation; corpusId: string; selection: AnnotationSelection }) {
  const { uuid, note, label, document, page, score, created, confidence } = annotation;
  const name = titleOf(annotation);
  return (
    <li className={styles['row']}>
      <Checkbox label={t`Select ${name}`} checked={selection.isSelected(uuid)} onChange={(on, withShift) => selection.select(uuid, on, withShift)} />
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: uuid }} className={styles['link']}>
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
    </li>
  );
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

type AnnotationsQuery = UseInfiniteQueryResult<InfiniteData<CorpusAnnotationPage>>;

/** The rows, or why there are none. */
function List({ corpusId, list, rows, selection, nothing }: { corpusId: string; list: AnnotationsQuery; rows: readonly CorpusAnnotation[]; selection: AnnotationSelection; nothing: ReactNode }) {
  if (list.isPending) return <SkeletonRows label={t`Loading the annotations`} />;
  if (list.isError) return <ErrorNotice title={t`The annotations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  if (rows.length === 0) return nothing;
  return (
    <Scroller label={t`Annotations of this corpus`} more={list}>
      <ul aria-label={t`Annotations`} className={styles['list']}>
        {rows.map((annotation) => (
          <Row key={annotation.uuid} {...{ annotation, corpusId, selection }} />
        ))}
      </ul>
    </Scroller>
  );
}

/** The annotations of all documents of a corpus, with filters. Each one opens its document at its place. */
export function CorpusAnnotations(props: CorpusAnnotationsProps) {
  const { corpusId, filter, mayImport, isMember, onFilter } = props;
  const list = useInfiniteQuery({ ...corpusAnnotationsOptions(corpusId, filter), placeholderData: keepPreviousData });
  const total = list.data?.pages[0]?.totalCount;
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  const keys = rows.map(({ uuid }) => uuid);
  const selection = useAnnotationSelection(JSON.stringify(searchOf(filter)), keys, total ?? 0);
  const [importing, setImporting] = useState(false);
  const onImport = () => setImporting(true);
  const filtered = isFiltered(filter);
  const nothing = <Nothing {...{ mayImport, filtered, onImport }} onClear={() => onFilter({})} />;
  return (
    <div className={styles['annotations']}>
      {(total !== 0 || filtered) && <Filters {...props} onImport={onImport} total={total} exported={selection.count === 0} />}
      {mayImport && <ReviewMatching corpusId={corpusId} filter={filter} total={total} />}
      <List {...{ corpusId, list, rows, selection, nothing }} />
      {selection.count > 0 && <SelectedAnnotations {...{ corpusId, filter, selection, isMember }} total={total ?? 0} />}
      {importing && <ImportDialog corpusId={corpusId} onClose={() => setImporting(false)} />}
    </div>
  );
}
