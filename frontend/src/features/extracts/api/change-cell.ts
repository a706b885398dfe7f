// Changes of one cell: a decision, another value, or another source.
import type { QueryClient } from '@tanstack/react-query';

import { conflictOf, patch } from '@/lib/edits';
import { toApiError } from '@/lib/errors';
import { sendJson } from '@/lib/http';

import type { Cell, CellChange, GridRow } from '../model/cell';

type CachedRows = ReadonlyMap<string, GridRow> | undefined;

/** Put changed cells into the rows that are loaded. */
function withCells(rows: CachedRows, changed: ReadonlyMap<string, Cell>): CachedRows {
  if (!rows) return rows;
  const next = new Map(rows);
  for (const [id, row] of rows) {
    const touched = [...row.cells.values()].filter((cell) => changed.has(cell.id));
    if (touched.length === 0) continue;
    const cells = new Map(row.cells);
    for (const cell of touched) cells.set(cell.column, { ...cell, ...changed.get(cell.id) });
    next.set(id, { ...row, cells });
  }
  return next;
}

/** Show cells as the server has them. */
export const putCells = (queryClient: QueryClient, extractId: string, cells: readonly Cell[]) =>
  void queryClient.setQueriesData<CachedRows>({ queryKey: ['extract-rows', extractId] }, (rows) => withCells(rows, new Map(cells.map((cell) => [cell.id, cell]))));

/** Change a cell, unless it has another version. An empty version stands for any. */
export async function sendChange(cellId: string, { review, ...value }: CellChange, version: string): Promise<Cell> {
  if (review === undefined) return patch<Cell>(`/api/v1/cells/${cellId}`, value, version);
  const { cells } = await sendJson<{ cells: [Cell] }>('/api/v1/cell-reviews', 'POST', { cells: [cellId], ...(version && { versions: [version] }), review });
  return cells[0];
}

/** Return the cell as it is now if the error is an edit conflict. */
export async function currentCell(error: unknown, cellId: string): Promise<Cell | null> {
  if (toApiError(error).code !== 'edit_conflict') return null;
  return (conflictOf(error) as Cell | null) ?? sendJson<Cell>(`/api/v1/cells/${cellId}`, 'GET');
}
