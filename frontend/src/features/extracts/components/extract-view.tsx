import { useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useShortcuts, type ShortcutGroup } from '@/lib/shortcuts';
import { showToast } from '@/lib/toasts';
import { useWidth } from '@/lib/use-width';

import { extractOptions, useRerun, type Extract } from '../api/extracts';
import { useCellEdits, useRows, type Rows } from '../api/rows';
import { canApprove, isOpen, needsReview, type Cell, type CellReview } from '../model/cell';
import type { GridFilter } from '../model/filter';
import { nextCell, type Position } from '../model/grid';
import { CellEditor } from './cell-editor';
import { ExtractCards } from './extract-cards';
import { ExtractGrid, type GridHandle } from './extract-grid';
import { ExtractToolbar } from './extract-toolbar';
import styles from './extract-view.module.css';
import { SourcePanel } from './source-panel';

const SHORTCUTS: ShortcutGroup = {
  title: 'In the table of an extraction',
  keys: [
    { keys: '← ↑ → ↓', action: 'Move between cells' },
    { keys: 'Space', action: 'Show or hide the source' },
    { keys: 'A', action: 'Approve and go to the next' },
    { keys: 'R', action: 'Reject and go to the next' },
    { keys: 'U', action: 'Take the review back' },
    { keys: 'N', action: 'Go to the next cell to review' },
    { keys: 'Enter', action: 'Edit the value' },
    { keys: 'Shift+R', action: 'Read the cell again' },
  ],
};

/** Narrower than this, the table is a list of cards. */
const CARDS_BELOW = 640;

interface ExtractViewProps {
  id: string;
  mayEdit: boolean;
  mayReview: boolean;
  filter: GridFilter;
  onFilter: (filter: GridFilter) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
}

interface LoadedProps extends Omit<ExtractViewProps, 'id'> {
  extract: Extract;
}

/** The review of cells: decisions, and the way to the next cell. */
function useReview(extract: Extract, rows: Rows, mayReview: boolean) {
  const [active, setActive] = useState<Position>({ row: 0, column: 0 });
  const { review, edit } = useCellEdits(extract.id);
  const total = rows.index?.length ?? 0;
  const cellAt = useCallback(
    ({ row, column }: Position): Cell | undefined => {
      const key = extract.columns[column]?.id;
      return key === undefined ? undefined : rows.rowAt(row)?.cells.get(key);
    },
    [extract.columns, rows],
  );
  const goOn = useCallback(
    () => setActive((from) => nextCell(from, { rows: total, columns: extract.columns.length }, (position) => needsReview(cellAt(position)))),
    [total, extract.columns.length, cellAt],
  );
  /** Decide about a cell; return whether that was possible. */
  const decideAt = useCallback(
    (position: Position, decision: CellReview): boolean => {
      const cell = cellAt(position);
      if (!cell || !mayReview) return false;
      if (decision === 'approved' && !canApprove(cell)) {
        showToast({ text: cell.status === 'unproven' ? 'This value has no source in the document. Edit it, or reject it.' : 'There is nothing to approve yet.' });
        return false;
      }
      void review(cell, decision);
      return true;
    },
    [cellAt, mayReview, review],
  );
  const decide = (decision: CellReview) => {
    if (decideAt(active, decision) && decision !== 'unreviewed') goOn();
  };
  return { active, setActive, cell: cellAt(active), decide, decideAt, goOn, edit };
}

type Review = ReturnType<typeof useReview>;

interface KeyActions {
  review: Review;
  onSource: (show: (shown: boolean) => boolean) => void;
  onEdit: () => void;
  onRerun: () => void;
}

/** Return the handler of the keys that do not move. */
const keyHandler = ({ review: { decide, goOn }, onSource, onEdit, onRerun }: KeyActions) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const actions: Record<string, () => void> = {
    ' ': () => onSource((shown) => !shown),
    Enter: onEdit,
    e: onEdit,
    a: () => decide('approved'),
    y: () => decide('approved'),
    r: () => decide('rejected'),
    u: () => decide('unreviewed'),
    n: goOn,
    R: onRerun,
    Escape: () => onSource(() => false),
  };
  const run = actions[event.key];
  if (!run) return;
  event.preventDefault();
  run();
};

interface GridAreaProps extends Pick<LoadedProps, 'extract' | 'mayEdit' | 'mayReview' | 'filter' | 'onFilter'> {
  rows: Rows;
  total: number;
  review: Review;
  cards: boolean;
}

/** The grid, or cards, with the source of the active cell beside it. */
function GridArea({ extract, mayEdit, mayReview, filter, onFilter, rows, total, review, cards }: GridAreaProps) {
  const { active, setActive, cell, decide, decideAt, edit } = review;
  const rerun = useRerun(extract);
  const grid = useRef<GridHandle>(null);
  const [showSource, setShowSource] = useState(false);
  const [editing, setEditing] = useState(false);
  const [frozen, setFrozen] = useState(0);
  const sort = useMemo(() => ({ column: filter.sortColumn, descending: filter.descending ?? false }), [filter.sortColumn, filter.descending]);
  const onSort = (next: string | undefined) => {
    const again = filter.sortColumn === next && !filter.descending;
    onFilter({ ...filter, sortColumn: next, descending: again || undefined });
  };
  const canEdit = mayReview && cell !== undefined && !isOpen(cell);
  const startEditing = () => canEdit && setEditing(true);
  const rerunCell = () => mayEdit && cell && rerun.mutate({ cells: [cell.id] });
  const close = (setter: (open: boolean) => void) => () => {
    setter(false);
    grid.current?.focus();
  };
  const showSourceOf = (position: Position) => {
    setActive(position);
    setShowSource(true);
  };
  const row = rows.rowAt(active.row);
  const column = extract.columns[active.column];
  return (
    <div className={styles['body']}>
      {cards ? (
        <ExtractCards {...{ extract, rows, total, mayReview }} onReview={decideAt} onSource={showSourceOf} />
      ) : (
        <ExtractGrid
          label={`Values of ${extract.name}`}
          columns={extract.columns}
          {...{ total, active, sort, onSort, mayEdit }}
          rowAt={rows.rowAt}
          onRange={rows.onRange}
          onActive={setActive}
          frozen={Math.min(frozen, extract.columns.length)}
          onFreeze={setFrozen}
          onRerunColumn={(each) => rerun.mutate({ columns: [each] })}
          onKey={keyHandler({ review, onSource: setShowSource, onEdit: startEditing, onRerun: rerunCell })}
          onOpen={startEditing}
          editor={editing && cell && <CellEditor key={cell.id} cell={cell} label={column?.name ?? ''} onSave={(text) => edit(cell, { text })} onClose={close(setEditing)} />}
          handle={grid}
        />
      )}
      {showSource && row && (
        <SourcePanel
          {...{ row, column, cell, mayReview, mayEdit }}
          corpusId={extract.corpus}
          onDecide={decide}
          onEdit={startEditing}
          onRerunRow={() => rerun.mutate({ rows: [row.id] })}
          onClose={close(setShowSource)}
        />
      )}
    </div>
  );
}

function NoRows({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return <Notice icon={<Table2 />} title={isFiltered ? 'No document matches' : 'No documents'} action={isFiltered && <Button onClick={onShowAll}>Show everything</Button>} />;
}

function LoadedExtract(props: LoadedProps) {
  const { extract, mayReview, filter, onFilter } = props;
  useShortcuts(SHORTCUTS);
  const rows = useRows(extract.id, filter, extract.state === 'running');
  const review = useReview(extract, rows, mayReview);
  const [measure, width] = useWidth();
  const total = rows.index?.length;
  if (rows.error) return <ErrorNotice title="The rows could not be loaded" error={rows.error} onRetry={rows.refetch} />;
  return (
    <div ref={measure} className={styles['view']}>
      <ExtractToolbar {...props} total={total} />
      {total === undefined && <SkeletonRows label="Loading the rows" />}
      {total === 0 && <NoRows isFiltered={Boolean(filter.cells ?? filter.search)} onShowAll={() => onFilter({})} />}
      {total !== undefined && total > 0 && width > 0 && <GridArea {...props} {...{ rows, total, review }} cards={width < CARDS_BELOW} />}
    </div>
  );
}

/** One extract: its grid, and the source of the active cell beside it. */
export function ExtractView({ id, ...rest }: ExtractViewProps) {
  const extract = useQuery(extractOptions(id));
  if (extract.isPending) return <SkeletonRows label="Loading the extraction" />;
  if (extract.isError) return <ErrorNotice title="The extraction could not be loaded" error={extract.error} onRetry={() => void extract.refetch()} />;
  return <LoadedExtract extract={extract.data} {...rest} />;
}
