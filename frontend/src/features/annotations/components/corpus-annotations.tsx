import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Highlighter, SearchX, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { displayName } from '@/lib/users';

import { annotatorsOptions, corpusAnnotationsOptions, type CorpusAnnotation } from '../api/corpus-annotations';
import { isSuggestion, titleOf } from '../model/annotation';
import { isAnnotationSource, isReviewFilter } from '../model/annotation-source';
import { exportQuery, isFiltered, REVIEW_NAMES, SOURCE_NAMES, type CorpusFilter } from '../model/corpus-filter';
import styles from './corpus-annotations.module.css';
import { ExportAnnotations } from './export-annotations';
import { LabelFilter } from './label-filter';
import { ReviewMatching } from './review-matching';
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

function Row({ annotation, corpusId }: { annotation: CorpusAnnotation; corpusId: string }) {
  const { uuid, note, label, document, page, score, created } = annotation;
  return (
    <li className={styles['row']}>
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: uuid }} className={styles['link']}>
        <span className={styles['label']}>
          <LabelDot color={label.color} />
          <span className="truncate">{label.path}</span>
          {isSuggestion(annotation) && <SuggestedBadge />}
        </span>
        <span className={styles['quote']}>{titleOf(annotation)}</span>
        {note && <span className={styles['note']}>{note}</span>}
        <span className={styles['about']}>
          {t`${document.title}, page ${page}`} · {[makerOf(annotation), score !== null && t`${Math.round(100 * score)}% likely`].filter(Boolean).join(', ')},{' '}
          <RelativeTime iso={created} />
        </span>
      </Link>
    </li>
  );
}

/** The choice of the makers of the annotations: people, one of them, or programs. */
function MakerSelect({ corpusId, filter, onFilter }: Pick<CorpusAnnotationsProps, 'corpusId' | 'filter' | 'onFilter'>) {
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

function Filters({ corpusId, labels, filter, mayImport, isMember, views, onFilter, onImport, total }: CorpusAnnotationsProps & { onImport: () => void; total: number | undefined }) {
  return (
    <Toolbar>
      <SearchField label={t`Filter by text`} value={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search: search.trim() || undefined })} />
      <LabelFilter labels={labels.map(({ uuid, path, color }) => ({ key: uuid, name: path, color }))} chosen={filter.labels ?? []} onChange={(chosen) => onFilter({ ...filter, labels: chosen })} />
      <MakerSelect corpusId={corpusId} filter={filter} onFilter={onFilter} />
      <Select
        label={t`Review`}
        value={filter.review ?? ''}
        onChange={({ target: { value } }) => onFilter({ ...filter, review: isReviewFilter(value) ? value : undefined })}
      >
        <option value="">{t`All annotations`}</option>
        {Object.entries(REVIEW_NAMES).map(([review, name]) => (
          <option key={review} value={review}>
            {name}
          </option>
        ))}
      </Select>
      {views}
      <Spacer />
      <span className="muted small" role="status">
        {total !== undefined && plural(total, { one: '# annotation', other: '# annotations' })}
      </span>
      {mayImport && <IconButton label={t`Import annotations`} icon={<Upload />} onClick={onImport} />}
      {total !== undefined && total > 0 && <ExportAnnotations corpusId={corpusId} filter={exportQuery(filter)} count={total} isMember={isMember} />}
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

/** The annotations of all documents of a corpus, with filters. Each one opens its document at its place. */
export function CorpusAnnotations(props: CorpusAnnotationsProps) {
  const { corpusId, filter, mayImport, onFilter } = props;
  const list = useInfiniteQuery({ ...corpusAnnotationsOptions(corpusId, filter), placeholderData: keepPreviousData });
  const total = list.data?.pages[0]?.totalCount;
  const [importing, setImporting] = useState(false);
  const onImport = () => setImporting(true);
  return (
    <div className={styles['annotations']}>
      {(total !== 0 || isFiltered(filter)) && <Filters {...props} onImport={onImport} total={total} />}
      {mayImport && <ReviewMatching corpusId={corpusId} filter={filter} total={total} />}
      {list.isPending && <SkeletonRows label={t`Loading the annotations`} />}
      {list.isError && <ErrorNotice title={t`The annotations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {total === 0 && <Nothing mayImport={mayImport} onImport={onImport} filtered={isFiltered(filter)} onClear={() => onFilter({})} />}
      {list.isSuccess && total !== 0 && (
        <Scroller label={t`Annotations of this corpus`} more={list}>
          <ul aria-label={t`Annotations`} className={styles['list']}>
            {list.data.pages.flatMap(nodes).map((annotation) => (
              <Row key={annotation.uuid} annotation={annotation} corpusId={corpusId} />
            ))}
          </ul>
        </Scroller>
      )}
      {importing && (
        <ImportDialog corpusId={corpusId} onClose={() => setImporting(false)} />
      )}
    </div>
  );
}
