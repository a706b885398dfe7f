// Movement in a grid: which cell a key leads to.

export interface Position {
  row: number;
  /** counted from 0; the column of the documents is -1 */
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** rows that fit on the screen */
  pageRows: number;
}

export const DOCUMENT_COLUMN = -1;

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

type Move = (from: Position, size: GridSize, far: boolean) => Position;

/** The keys that move; `far` with Ctrl. The result may lie outside of the grid. */
const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }, _size, far) => ({ row: far ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, far) => ({ row: far ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _size, far) => ({ row, column: far ? DOCUMENT_COLUMN : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, far) => ({ row, column: far ? columns - 1 : column + 1 }),
  Home: ({ row }, _size, far) => ({ row: far ? 0 : row, column: DOCUMENT_COLUMN }),
  End: ({ row }, { rows, columns }, far) => ({ row: far ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
};

/** Return the cell that a key leads to; undefined for keys that do not move. */
export function moved(from: Position, { key, ctrlKey, metaKey }: Key, size: GridSize): Position | undefined {
  const to = MOVES[key]?.(from, size, ctrlKey || metaKey);
  return to && { row: clamp(to.row, 0, size.rows - 1), column: clamp(to.column, DOCUMENT_COLUMN, size.columns - 1) };
}

/** Return the next cell in reading order that `wanted` accepts, at most `limit` cells away; the cell below if there is none. */
export function nextCell(from: Position, { rows, columns }: Pick<GridSize, 'rows' | 'columns'>, wanted: (position: Position) => boolean, limit = 5_000): Position {
  let { row, column } = from;
  for (let step = 0; step < limit; step++) {
    column += 1;
    if (column >= columns) {
      column = 0;
      row += 1;
    }
    if (row >= rows) break;
    if (wanted({ row, column })) return { row, column };
  }
  return { row: clamp(from.row + 1, 0, rows - 1), column: from.column };
}
