import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Check, CircleAlert, CircleSlash, Clock, FileText, GitCompareArrows, Highlighter, MoreVertical, Pencil, Pin, PinOff, RotateCcw, X } from 'lucide-react';
import { memo, useEffect, useImperativeHandle, useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, type RefObject } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuNote } from '@/components/ui/menu';
import { failureText } from '@/lib/messages/server-sentences';

import { cellLabel, isOpen, isUnsure, percent, statusText, type Cell, type Column, type GridRow } from '../model/cell';
import { DOCUMENT_COLUMN, moved, type Position } from '../model/grid';
import styles from './extract-grid.module.css';

interface ColumnMenuProps {
  column: Column;
  isFrozen: boolean;
  mayEdit: boolean;
  onFreeze: (on: boolean) => void;
  onRerun: () => void;
  /** absent if the user may not annotate */
  onSuggest: (() => void) | undefined;
}

function ColumnMenu({ column, isFrozen, mayEdit, onFreeze, onRerun, onSuggest }: ColumnMenuProps) {
  return (
    <Menu trigger={<IconButton label={t`Options of ${column.name}`} tooltip={false} icon={<MoreVertical />} />}>
      <MenuNote>{column.question}</MenuNote>
      <MenuItem icon={isFrozen ? <PinOff /> : <Pin />} onSelect={() => onFreeze(!isFrozen)}>
        {isFrozen ? t`Unfreeze from here` : t`Freeze up to here`}
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<RotateCcw />} onSelect={onRerun}>
          {t`Read again where it is not reviewed`}
        </MenuItem>
      )}
      {onSuggest && (
        <MenuItem icon={<Highlighter />} onSelect={onSuggest}>
          {t`Suggest as annotations`}
        </MenuItem>
      )}
    </Menu>
  );
}

const ROW_HEIGHT = 36;
const HEADER_HEIGHT = 40;
const DOCUMENT_WIDTH = 240;
const COLUMN_WIDTH = 200;

export interface Sort {
  /** a column; the documents if absent */
  column?: string | undefined;
  descending: boolean;
}

export interface GridHandle {
  focus: () => void;
}

interface ExtractGridProps {
  label: string;
  columns: readonly Column[];
  /** the number of all rows, also of those that are not loaded */
  total: number;
  rowAt: (index: number) => GridRow | undefined;
  /** rows that are shown now and have to be loaded */
  onRange: (first: number, last: number) => void;
  active: Position;
  onActive: (position: Position) => void;
  /** columns that stay at the left, besides the documents */
  frozen: number;
  sort: Sort | undefined;
  onSort: (column: string | undefined) => void;
  /** keys that do not move */
  onKey: (event: KeyboardEvent) => void;
  onOpen: () => void;
  mayEdit: boolean;
  onFreeze: (columns: number) => void;
  onRerunColumn: (column: string) => void;
  /** suggest the sources of a column as annotations; absent if the user may not annotate */
  onSuggestColumn: ((column: string) => void) | undefined;
  /** shown over the active cell */
  editor: ReactNode;
  handle: Ref<GridHandle>;
}

const cellId = ({ row, column }: Position) => `cell-${row}-${column}`;

const leftOf = (column: number) => DOCUMENT_WIDTH + column * COLUMN_WIDTH;

interface RowProps {
  index: number;
  top: number;
  row: GridRow | undefined;
  columns: readonly Column[];
  shown: readonly number[];
  frozen: number;
  /** the active column, if the active cell is in this row */
  activeColumn: number | undefined;
}

const REVIEW_ICONS = { approved: Check, rejected: X, edited: Pencil } as const;

function Value({ cell }: { cell: Cell }) {
  const { status, text } = cell;
  if (isOpen(cell)) return <span className={styles['open']} data-running={status === 'running' || undefined}>{statusText(status)}</span>;
  if (text) return <span className={styles['value']}>{text}</span>;
  const Icon = status === 'failed' ? CircleAlert : status === 'skipped' ? CircleSlash : null;
  return (
    <span className={styles['absent']} data-status={status}>
      {Icon && <Icon aria-hidden="true" />}
      {status === 'not_found' ? '—' : statusText(status)}
    </span>
  );
}

/** Signs of what a reviewer should know: low confidence, another value than before, the decision, whether an edit is saved. */
function Signs({ cell }: { cell: Cell }) {
  const Review = cell.review === 'unreviewed' ? null : REVIEW_ICONS[cell.review];
  return (
    <span className={styles['signs']}>
      {isUnsure(cell) && <span className={styles['unsure']}>{percent(cell.confidence ?? 0)}</span>}
      {cell.has_conflict && <GitCompareArrows aria-hidden="true" className={styles['conflict']} />}
      {Review && <Review aria-hidden="true" className={styles['review']} />}
      {cell.pending && <Clock aria-hidden="true" data-waiting className={styles['waiting']} />}
      {cell.failure && <CircleAlert aria-hidden="true" className={styles['failure']} />}
    </span>
  );
}

interface GridCellProps {
  id: string;
  cell: Cell | undefined;
  columnIndex: number;
  width: number;
  left: number | undefined;
  active: boolean;
}

/** A cell: its value, and signs of its state. The text for screen readers has all of it. */
const GridCell = memo(function GridCell({ id, cell, columnIndex, width, left, active }: GridCellProps) {
  return (
    <div
      id={id}
      role="gridcell"
      aria-colindex={columnIndex + 2}
      aria-selected={active}
      className={styles['cell']}
      data-column={columnIndex}
      data-frozen={left === undefined ? undefined : ''}
      data-unproven={cell?.status === 'unproven' || undefined}
      data-review={cell?.review}
      style={{ width, insetInlineStart: left }}
      title={cell ? cellLabel(cell) : undefined}
    >
      {cell ? (
        <>
          <Value cell={cell} />
          <Signs cell={cell} />
          <span className="visually-hidden">{cellLabel(cell)}</span>
        </>
      ) : (
        <span className={styles['bone']} aria-hidden="true" />
      )}
    </div>
  );
});

const Row = memo(function Row({ index, top, row, columns, shown, frozen, activeColumn }: RowProps) {
  const [first = frozen] = shown;
  const cell = (column: number, left: number | undefined) => {
    const key = columns[column]?.id ?? '';
    return (
      <GridCell
        key={key}
        id={cellId({ row: index, column })}
        cell={row?.cells.get(key)}
        columnIndex={column}
        width={COLUMN_WIDTH}
        left={left}
        active={activeColumn === column}
      />
    );
  };
  return (
    <div role="row" aria-rowindex={index + 2} className={styles['row']} data-row={index} style={{ transform: `translateY(${top}px)`, width: leftOf(columns.length) }}>
      <div
        id={cellId({ row: index, column: DOCUMENT_COLUMN })}
        role="rowheader"
        aria-colindex={1}
        aria-selected={activeColumn === DOCUMENT_COLUMN}
        className={styles['document']}
        data-column={DOCUMENT_COLUMN}
        style={{ width: DOCUMENT_WIDTH }}
        title={row && (failureText(row) || row.title)}
      >
        <FileText aria-hidden="true" />
        <span>{row?.title ?? ''}</span>
      </div>
      {Array.from({ length: frozen }, (_, column) => cell(column, leftOf(column)))}
      <span aria-hidden="true" style={{ flex: 'none', width: leftOf(first) - leftOf(frozen) }} />
      {shown.map((column) => cell(column, undefined))}
    </div>
  );
});

const SORT_NAMES = { true: 'descending', false: 'ascending' } as const;

function SortSign({ sort, column }: { sort: Sort | undefined; column: string | undefined }) {
  if (!sort || sort.column !== column) return null;
  const Icon = sort.descending ? ArrowDown : ArrowUp;
  return <Icon aria-hidden="true" />;
}

const ariaSort = (sort: Sort | undefined, column: string | undefined) => (sort && sort.column === column ? SORT_NAMES[`${sort.descending}`] : undefined);

/** Return the position of the cell that an event happened in. */
function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.closest<HTMLElement>('[data-row]');
  return cell && row ? { row: Number(row.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}

interface HeaderProps extends Pick<ExtractGridProps, 'columns' | 'frozen' | 'sort' | 'onSort' | 'mayEdit' | 'onFreeze' | 'onRerunColumn' | 'onSuggestColumn'> {
  shown: readonly number[];
}

function Header({ columns, frozen, shown, sort, onSort, mayEdit, onFreeze, onRerunColumn, onSuggestColumn }: HeaderProps) {
  const heading = (index: number, left: number | undefined) => {
    const column = columns[index];
    if (!column) return null;
    return (
      <div
        key={column.id}
        role="columnheader"
        aria-colindex={index + 2}
        aria-sort={ariaSort(sort, column.id)}
        className={styles['heading']}
        data-frozen={left === undefined ? undefined : ''}
        style={{ width: COLUMN_WIDTH, insetInlineStart: left }}
        title={column.question}
      >
        <button type="button" onClick={() => onSort(column.id)} aria-label={t`Sort by ${column.name}`}>
          <span>{column.name}</span>
          <SortSign sort={sort} column={column.id} />
        </button>
        <ColumnMenu
          {...{ column, mayEdit }}
          isFrozen={index < frozen}
          onFreeze={(on) => onFreeze(on ? index + 1 : index)}
          onRerun={() => onRerunColumn(column.id)}
          onSuggest={onSuggestColumn && (() => onSuggestColumn(column.id))}
        />
      </div>
    );
  };
  const [first = frozen] = shown;
  return (
    <div role="row" aria-rowindex={1} className={styles['header']} style={{ height: HEADER_HEIGHT, width: leftOf(columns.length) }}>
      <div role="columnheader" aria-colindex={1} aria-sort={ariaSort(sort, undefined)} className={styles['corner']} style={{ width: DOCUMENT_WIDTH }}>
        <button type="button" onClick={() => onSort(undefined)} aria-label={t`Sort by document`}>
          <span>{t`Document`}</span>
          <SortSign sort={sort} column={undefined} />
        </button>
      </div>
      {Array.from({ length: frozen }, (_, index) => heading(index, leftOf(index)))}
      <span aria-hidden="true" style={{ flex: 'none', width: leftOf(first) - leftOf(frozen) }} />
      {shown.map((index) => heading(index, undefined))}
    </div>
  );
}

/** Return the rows and columns on the screen, and a function that scrolls to a cell. */
function useWindow(scroller: RefObject<HTMLDivElement | null>, total: number, columns: number, frozen: number) {
  const getScrollElement = () => scroller.current;
  const rows = useVirtualizer({ count: total, getScrollElement, estimateSize: () => ROW_HEIGHT, overscan: 6, paddingStart: HEADER_HEIGHT, scrollPaddingStart: HEADER_HEIGHT });
  const fixed = leftOf(frozen);
  const across = useVirtualizer({ horizontal: true, count: Math.max(0, columns - frozen), getScrollElement, estimateSize: () => COLUMN_WIDTH, overscan: 2, paddingStart: fixed, scrollPaddingStart: fixed });
  const items = rows.getVirtualItems();
  const shownItems = across.getVirtualItems();
  const firstColumn = frozen + (shownItems[0]?.index ?? 0);
  const columnCount = shownItems.length;
  const shown = useMemo(() => Array.from({ length: columnCount }, (_, place) => firstColumn + place), [firstColumn, columnCount]);
  const show = (position: Position) => {
    rows.scrollToIndex(position.row, { align: 'auto' });
    if (position.column >= frozen) across.scrollToIndex(position.column - frozen, { align: 'auto' });
  };
  return { items, shown, height: rows.getTotalSize(), first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0, show };
}

/** A grid that renders only the rows and columns on the screen. The focus stays on the grid; `aria-activedescendant` names the active cell. */
export function ExtractGrid(props: ExtractGridProps) {
  const { label, columns, total, rowAt, onRange, active, onActive, frozen, onKey, onOpen, editor, handle } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { items, shown, height, first, last, show } = useWindow(scroller, total, columns.length, frozen);
  useEffect(() => onRange(first, last), [first, last, onRange]);
  useImperativeHandle(handle, () => ({ focus: () => scroller.current?.focus({ preventScroll: true }) }), []);
  useEffect(() => {
    show(active);
    // oxlint-disable-next-line react/exhaustive-deps -- only moves of the active cell scroll
  }, [active.row, active.column]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const pageRows = Math.max(1, Math.floor((scroller.current.clientHeight - HEADER_HEIGHT) / ROW_HEIGHT) - 1);
    const position = event.altKey ? undefined : moved(active, event, { rows: total, columns: columns.length, pageRows });
    if (!position) return onKey(event);
    event.preventDefault();
    onActive(position);
  };
  const onClick = ({ target }: MouseEvent) => {
    const position = positionOf(target);
    if (position) onActive(position);
  };
  const width = leftOf(columns.length);
  return (
    <div className={styles['frame']}>
      <div
        ref={scroller}
        className={styles['grid']}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={active.row >= first && active.row <= last ? cellId(active) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={(event) => positionOf(event.target) && onOpen()}
      >
        <div role="presentation" style={{ position: 'relative', height, width }}>
          <Header {...props} shown={shown} />
          {items.map(({ index, start }) => (
            <Row key={index} index={index} top={start} row={rowAt(index)} {...{ columns, shown, frozen }} activeColumn={active.row === index ? active.column : undefined} />
          ))}
          {editor && (
            <div role="row" className={styles['editor']} style={{ top: HEADER_HEIGHT + active.row * ROW_HEIGHT, insetInlineStart: leftOf(active.column), minWidth: COLUMN_WIDTH }}>
              <div role="gridcell">{editor}</div>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
