import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, GitCompareArrows, Highlighter, MoreHorizontal, RotateCcw, Square, Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ExportItem } from '@/features/exports/components/export-item';
import type { ExportSource } from '@/features/exports/model/export-source';
import { isFailed } from '@/lib/failed-query';
import { formatNumber } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { useShortcuts } from '@/lib/shortcuts';
import { formatSeconds } from '@/lib/time';
import { useWidth } from '@/lib/use-width';

import { extractOptions, useCancelExtract, useRerun, type Extract } from '../api/extracts';
import { useRows } from '../api/rows';
import { GRID_SHORTCUTS } from '../grid-commands';
import { CELL_FILTERS, isCellFilter } from '../model/cell-filter';
import { FILTER_LABELS, type GridFilter } from '../model/filter';
import { useEditedRows } from '../use-cell-edits';
import { useReview } from '../use-review';
import { useSuggestSources } from '../use-suggest-sources';
import { isWaiting, progressText, StateBadge, waitingText } from './extract-list';
import styles from './extract-view.module.css';
import { GridArea } from './grid-area';

const FORMATS = [
  { format: 'csv', label: 'CSV', about: t`For every spreadsheet and script` },
  { format: 'xlsx', label: 'Excel', about: t`Values with links to their sources` },
  { format: 'jsonl', label: t`JSON lines`, about: t`Every cell with its quotes` },
  { format: 'parquet', label: 'Parquet', about: t`Typed columns for data tools` },
];

interface ExportMenuProps {
  extract: { id: string; corpus: string };
  /** the number of cells */
  rows: number;
}

function ExportMenu({ extract: { id, corpus }, rows }: ExportMenuProps) {
  const source: ExportSource = { corpusId: corpus, kind: 'EXTRACT', extractId: id, path: `/api/v1/extracts/${id}/export`, query: {}, rows, isMember: true };
  return (
    <Menu
      trigger={
        <Button icon={<Download aria-hidden="true" />}>{t`Export`}</Button>
      }
    >
      {FORMATS.map(({ format, label, about }) => (
        <ExportItem key={format} {...{ source, format, label, about }} />
      ))}
    </Menu>
  );
}

const BudgetDialog = lazyDialog(async () => (await import('./budget-dialog')).BudgetDialog, ({ onClose }) => onClose());

interface ExtractToolbarProps {
  extract: Extract;
  mayEdit: boolean;
  mayAnnotate: boolean;
  filter: GridFilter;
  /** the rows that the filter keeps; undefined until they are loaded */
  total: number | undefined;
  onFilter: (filter: GridFilter) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
  onCompare: () => void;
}

function tokensText(tokens: number, estimated: number): string {
  const used = formatNumber(tokens);
  return estimated > 0 ? t`${used} tokens of about ${formatNumber(estimated)}` : t`${used} tokens`;
}

/** Return how much of the work is done, and what it has used. */
function summaryText({ counts, estimated_tokens }: Extract): string {
  const { approved, rejected, edited, tokens, cost, seconds } = counts;
  const reviewed = approved + rejected + edited;
  return [
    progressText(counts),
    reviewed > 0 && t`${formatNumber(reviewed)} reviewed`,
    tokens > 0 && tokensText(tokens, estimated_tokens),
    cost > 0 && t`cost ${formatNumber(cost, 2)}`,
    seconds >= 1 && t`read in ${formatSeconds(seconds)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Progress({ extract: { counts, state } }: { extract: Extract }) {
  if (state !== 'running' || counts.rows === 0) return null;
  const done = (100 * (counts.rows_done + counts.rows_failed)) / counts.rows;
  return (
    <div className={styles['bar']} role="progressbar" aria-label={t`Documents read`} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(done)}>
      <span style={{ width: `${done}%` }} />
    </div>
  );
}

function MoreMenu({ extract, mayEdit, mayAnnotate, onOpen, onCompare }: Pick<ExtractToolbarProps, 'extract' | 'mayEdit' | 'mayAnnotate' | 'onOpen' | 'onCompare'>) {
  const rerun = useRerun(extract);
  const suggest = useSuggestSources(extract);
  const unanswered = extract.counts.failed + extract.counts.skipped + extract.counts.rows_failed;
  const previous = extract.previous;
  return (
    <Menu trigger={<IconButton label={t`More`} icon={<MoreHorizontal />} />}>
      <MenuItem icon={<RotateCcw />} disabled={!mayEdit || unanswered === 0} onSelect={() => rerun.mutate({ only_failed: true })}>
        {t`Retry what failed`}
      </MenuItem>
      <MenuItem icon={<RotateCcw />} disabled={!mayEdit || extract.state === 'running'} onSelect={() => rerun.mutate({})}>
        {t`Read everything again that is not reviewed`}
      </MenuItem>
      <MenuSeparator />
      {mayAnnotate && (
        <MenuItem icon={<Highlighter />} disabled={suggest.isPending} onSelect={() => suggest.mutate([])}>
          {t`Suggest all columns as annotations`}
        </MenuItem>
      )}
      <MenuItem icon={<GitCompareArrows />} onSelect={onCompare}>
        {t`Compare with another run…`}
      </MenuItem>
      {previous && <MenuItem onSelect={() => onOpen(previous)}>{t`Open the run before`}</MenuItem>}
    </Menu>
  );
}

/** Cancels a run, or lets one go on whose budget is used up. */
function StateButtons({ extract }: { extract: Extract }) {
  const cancel = useCancelExtract(extract);
  const [raising, setRaising] = useState(false);
  return (
    <>
      {extract.state === 'running' && (
        <Button icon={<Square aria-hidden="true" />} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t`Cancel`}
        </Button>
      )}
      {extract.state === 'out_of_budget' && (
        <Button variant="primary" onClick={() => setRaising(true)}>
          {t`Raise the budget`}
        </Button>
      )}
      {raising && (
        <BudgetDialog extract={extract} onClose={() => setRaising(false)} />
      )}
    </>
  );
}

function ExtractToolbar({ extract, mayEdit, mayAnnotate, filter, total, onFilter, onClose, onOpen, onCompare }: ExtractToolbarProps) {
  return (
    <div className={styles['toolbar']}>
      <IconButton label={t`All extractions`} icon={<ArrowLeft />} onClick={onClose} />
      <div className={styles['title']}>
        <h2>{extract.name}</h2>
        <p>{summaryText(extract)}</p>
        {isWaiting(extract) && <p>{waitingText(extract)}</p>}
      </div>
      <StateBadge extract={extract} />
      <SearchField label={t`Search documents`} value={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search: search || undefined })} />
      <Select label={t`Show`} value={filter.cells ?? ''} onChange={({ target }) => onFilter({ ...filter, cells: isCellFilter(target.value) ? target.value : undefined })}>
        <option value="">{t`All documents`}</option>
        {CELL_FILTERS.map((name) => (
          <option key={name} value={name}>
            {FILTER_LABELS[name]}
          </option>
        ))}
      </Select>
      {(filter.cells ?? filter.search) && total !== undefined && <span className="muted numeric">{plural(total, { one: '# document', other: '# documents' })}</span>}
      {mayEdit && <StateButtons extract={extract} />}
      <ExportMenu extract={extract} rows={extract.counts.cells} />
      <MoreMenu {...{ extract, mayEdit, mayAnnotate, onOpen, onCompare }} />
      <Progress extract={extract} />
    </div>
  );
}

const CompareDialog = lazyDialog(async () => (await import('./compare-dialog')).CompareDialog, ({ onClose }) => onClose());

/** Narrower than this, the table is a list of cards. */
const CARDS_BELOW = 640;

interface ExtractViewProps {
  id: string;
  mayEdit: boolean;
  mayReview: boolean;
  mayAnnotate: boolean;
  filter: GridFilter;
  onFilter: (filter: GridFilter) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
}

interface LoadedProps extends Omit<ExtractViewProps, 'id'> {
  extract: Extract;
}

function NoRows({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return <Notice icon={<Table2 />} title={isFiltered ? t`No document matches` : t`No documents`} action={isFiltered && <Button onClick={onShowAll}>{t`Show everything`}</Button>} />;
}

function LoadedExtract(props: LoadedProps) {
  const { extract, mayReview, filter, onFilter } = props;
  useShortcuts(GRID_SHORTCUTS);
  const rows = useEditedRows(useRows(extract.id, filter, extract.state === 'running'));
  const review = useReview(extract, rows, mayReview);
  const [measure, width] = useWidth();
  const [showSource, setShowSource] = useState(false);
  const [comparing, setComparing] = useState(false);
  const total = rows.index?.length;
  const showCell = (row: number, column: number) => {
    setComparing(false);
    review.setActive({ row, column });
    setShowSource(true);
  };
  if (rows.error) return <ErrorNotice title={t`The rows could not be loaded`} error={rows.error} onRetry={rows.refetch} />;
  return (
    <div ref={measure} className={styles['view']}>
      <ExtractToolbar {...props} total={total} onCompare={() => setComparing(true)} />
      {total === undefined && <SkeletonRows label={t`Loading the rows`} />}
      {total === 0 && <NoRows isFiltered={Boolean(filter.cells ?? filter.search)} onShowAll={() => onFilter({})} />}
      {total !== undefined && total > 0 && width > 0 && <GridArea {...props} {...{ rows, total, review, showSource }} onShowSource={setShowSource} cards={width < CARDS_BELOW} />}
      {comparing && (
        <CompareDialog extract={extract} rows={rows.index ?? []} onShow={showCell} onClose={() => setComparing(false)} />
      )}
    </div>
  );
}

/** One extract: its grid, and the source of the active cell beside it. */
export function ExtractView({ id, ...rest }: ExtractViewProps) {
  const extract = useQuery(extractOptions(id));
  if (extract.isPending) return <SkeletonRows label={t`Loading the extraction`} />;
  if (isFailed(extract)) return <ErrorNotice title={t`The extraction could not be loaded`} error={extract.error} onRetry={() => void extract.refetch()} />;
  return <LoadedExtract extract={extract.data} {...rest} />;
}
