import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Eye, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type SetStateAction } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { useCommands } from '@/lib/commands';
import { conflictOf } from '@/lib/edits';
import { toApiError } from '@/lib/errors';
import { showErrorToast } from '@/lib/toasts';

import { useRerun, type Extract } from '../api/extracts';
import type { Rows } from '../api/rows';
import { GRID_COMMANDS, gridKeyHandler } from '../grid-commands';
import { canApprove, cellLabel, isOpen, notSavedText, reviewText, statusText, type Cell, type CellReview } from '../model/cell';
import type { GridFilter } from '../model/filter';
import type { Position } from '../model/grid';
import type { Review } from '../use-review';
import type { PickedSource } from '../use-source-picker';
import { useSuggestSources } from '../use-suggest-sources';
import { ExtractGrid, type GridHandle } from './extract-grid';
import styles from './extract-view.module.css';
import { SourcePanel } from './source-panel';

interface ExtractCardsProps {
  extract: Extract;
  rows: Rows;
  total: number;
  mayReview: boolean;
  onReview: (position: Position, decision: CellReview) => void;
  onSource: (position: Position) => void;
}

const CARD_HEIGHT = 320;

function Value({ cell }: { cell: Cell | undefined }) {
  if (!cell) return <span className="muted">…</span>;
  return (
    <span title={cellLabel(cell)} data-review={cell.review} className={styles['value']}>
      {cell.text || <span className="muted">{statusText(cell.status)}</span>}
      {cell.review !== 'unreviewed' && <span className="muted"> · {reviewText(cell.review)}</span>}
      {cell.failure && <span className={styles['failure']}> · {notSavedText(cell.failure)}</span>}
      {cell.status === 'unproven' && <span className="muted"> · {statusText(cell.status)}</span>}
    </span>
  );
}

/** The rows of an extract as cards, for narrow screens. */
function ExtractCards({ extract: { columns, name }, rows, total, mayReview, onReview, onSource }: ExtractCardsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { onRange, rowAt } = rows;
  const cards = useVirtualizer({ count: total, getScrollElement: () => scroller.current, estimateSize: () => CARD_HEIGHT, overscan: 2 });
  const items = cards.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [first, last, onRange]);
  return (
    <div ref={scroller} className={styles['cards']} tabIndex={0} role="region" aria-label={t`Values of ${name}`}>
      <ul style={{ height: cards.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <li key={index} ref={cards.measureElement} data-index={index} style={{ transform: `translateY(${start}px)` }}>
              <h3>{row?.title}</h3>
              <dl>
                {columns.map((column, place) => {
                  const cell = row?.cells.get(column.id);
                  const position = { row: index, column: place };
                  return (
                    <div key={column.id}>
                      <dt>{column.name}</dt>
                      <dd>
                        <Value cell={cell} />
                        {cell && (
                          <span className={styles['buttons']}>
                            <IconButton label={t`Show the source of ${column.name}`} tooltip={false} icon={<Eye />} onClick={() => onSource(position)} />
                            {mayReview && <IconButton label={t`Approve ${column.name}`} tooltip={false} icon={<Check />} disabled={!canApprove(cell)} onClick={() => onReview(position, 'approved')} />}
                            {mayReview && <IconButton label={t`Reject ${column.name}`} tooltip={false} icon={<X />} onClick={() => onReview(position, 'rejected')} />}
                          </span>
                        )}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface CellEditorProps {
  cell: Cell;
  label: string;
  /** `cell` is what the change is based on */
  onSave: (cell: Cell, text: string) => Promise<void>;
  onClose: () => void;
}

/** Edits the value of a cell in its place: Enter saves, Escape cancels. An empty value says that the document has none. */
function CellEditor({ cell, label, onSave, onClose }: CellEditorProps) {
  // Values that arrive later have not been seen by the user.
  const [seen, setSeen] = useState(cell);
  const [text, setText] = useState(cell.text);
  const [error, setError] = useState<string>();
  const save = async () => {
    if (text.trim() === seen.text) return onClose();
    try {
      await onSave(seen, text.trim());
      onClose();
    } catch (failure) {
      const current = conflictOf(failure) as Cell | null;
      if (current) setSeen(current);
      setError(current ? t`Someone else has changed this since you opened it: “${current.text || t`no value`}”. Enter replaces it, Esc keeps it.` : toApiError(failure).message);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void save();
  };
  return (
    <div className={styles['editor']}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has asked to edit this cell */}
      <textarea autoFocus aria-label={t`Value of ${label}`} value={text} maxLength={10_000} onChange={({ target }) => setText(target.value)} onKeyDown={onKeyDown} onFocus={({ target }) => target.select()} />
      {error ? <p role="alert">{error}</p> : <p>{t`Enter saves, Esc cancels. Empty: the document has no value.`}</p>}
    </div>
  );
}

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
