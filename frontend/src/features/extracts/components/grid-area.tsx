import { t } from '@lingui/core/macro';
import { useMemo, useRef, useState, type SetStateAction } from 'react';

import { useCommands } from '@/lib/commands';
import { showErrorToast } from '@/lib/toasts';

import { useRerun, type Extract } from '../api/extracts';
import type { Rows } from '../api/rows';
import { isOpen } from '../model/cell';
import type { GridFilter } from '../model/filter';
import type { Position } from '../model/grid';
import { GRID_COMMANDS, gridKeyHandler } from '../grid-commands';
import type { Review } from '../use-review';
import type { PickedSource } from '../use-source-picker';
import { useSuggestSources } from '../use-suggest-sources';
import { CellEditor } from './cell-editor';
import { ExtractCards } from './extract-cards';
import { ExtractGrid, type GridHandle } from './extract-grid';
import styles from './extract-view.module.css';
import { SourcePanel } from './source-panel';

interface GridAreaProps {
  extract: Extract;
  mayEdit: boolean;
  mayReview: boolean;
  mayAnnotate: boolean;
  filter: GridFilter;
  onFilter: (filter: GridFilter) => void;
  rows: Rows;
  total: number;
  review: Review;
  cards: boolean;
  showSource: boolean;
  onShowSource: (show: SetStateAction<boolean>) => void;
}

/** The grid, or cards, with the source of the active cell beside it. */
export function GridArea({ extract, mayEdit, mayReview, mayAnnotate, filter, onFilter, rows, total, review, cards, showSource, onShowSource }: GridAreaProps) {
  const { active, setActive, cell, decide, decideAt, edit } = review;
  const rerun = useRerun(extract);
  const suggest = useSuggestSources(extract);
  const grid = useRef<GridHandle>(null);
  const [editing, setEditing] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [frozen, setFrozen] = useState(0);
  const sort = useMemo(() => ({ column: filter.sortColumn, descending: filter.descending ?? false }), [filter.sortColumn, filter.descending]);
  const onSort = (next: string | undefined) => {
    const again = filter.sortColumn === next && !filter.descending;
    onFilter({ ...filter, sortColumn: next, descending: again || undefined });
  };
  const canEdit = mayReview && cell !== undefined && !isOpen(cell);
  const startEditing = () => canEdit && setEditing(true);
  const close = (setter: (open: boolean) => void) => () => {
    setter(false);
    grid.current?.focus();
  };
  const startPicking = () => {
    if (!canEdit) return;
    onShowSource(true);
    setPicking(true);
  };
  const leavePages = close(setPicking);
  const pick = (source: PickedSource, asValue: boolean) => {
    if (!cell) return;
    leavePages();
    edit(cell, { sources: [source], ...(asValue && { text: source.quote }) }).catch(showErrorToast);
  };
  const rerunCell = () => mayEdit && cell && rerun.mutate({ cells: [cell.id] });
  const showSourceOf = (position: Position) => {
    setActive(position);
    onShowSource(true);
  };
  const actions = { review, onSource: onShowSource, onEdit: startEditing, onPick: startPicking, onRerun: rerunCell };
  useCommands(() => (cell ? GRID_COMMANDS.map(({ action, run, ...command }) => ({ ...command, text: action, run: () => run(actions) })) : []));
  const row = rows.rowAt(active.row);
  const column = extract.columns[active.column];
  return (
    <div className={styles['body']}>
      {cards ? (
        <ExtractCards {...{ extract, rows, total, mayReview }} onReview={decideAt} onSource={showSourceOf} />
      ) : (
        <ExtractGrid
          label={t`Values of ${extract.name}`}
          columns={extract.columns}
          {...{ total, active, sort, onSort, mayEdit }}
          rowAt={rows.rowAt}
          onRange={rows.onRange}
          onActive={setActive}
          frozen={Math.min(frozen, extract.columns.length)}
          onFreeze={setFrozen}
          onRerunColumn={(each) => rerun.mutate({ columns: [each] })}
          onSuggestColumn={mayAnnotate ? (each) => suggest.mutate([each]) : undefined}
          onKey={gridKeyHandler(actions)}
          onOpen={startEditing}
          editor={editing && cell && <CellEditor key={cell.id} cell={cell} label={column?.name ?? ''} onSave={(seen, text) => edit(seen, { text })} onClose={close(setEditing)} />}
          handle={grid}
        />
      )}
      {showSource && row && (
        <SourcePanel
          {...{ row, column, cell, mayReview, mayEdit }}
          corpusId={extract.corpus}
          extractId={extract.id}
          onDecide={decide}
          onEdit={startEditing}
          isPicking={isPicking}
          onPicking={(on) => (on ? startPicking() : leavePages())}
          onPick={pick}
          onRerunRow={() => rerun.mutate({ rows: [row.id] })}
          onClose={close(onShowSource)}
        />
      )}
    </div>
  );
}
