// Cells with the edits that the server has not stored: those that wait, and those that it has rejected.
import type { QueuedEdit } from '@/features/edits/model/queued-edit';

import type { CellEdit } from '../api/cell-edits';
import type { Cell, CellChange, CellStatus, GridRow } from './cell';

function statusOf({ status, sources }: Cell, text: string, picked: CellChange['sources']): CellStatus {
  if (text === '') return 'not_found';
  if ((picked ?? sources).length === 0) return 'unproven';
  return status === 'failed' || status === 'skipped' ? status : 'found';
}

/** Return a cell as it is after a change. Its sources are shown when the server has stored them. */
export function changed(cell: Cell, { review = 'edited', text, sources }: CellChange): Cell {
  const value = text === undefined ? {} : { text, status: statusOf(cell, text, sources) };
  return { ...cell, ...value, review, pending: true };
}

/** Return a row with the edits of its cells. A row without any stays the same object, so that it is not drawn again. */
export function withEdits(row: GridRow, waiting: readonly CellEdit[], failures: ReadonlyMap<string, string>): GridRow {
  const edited = [...row.cells.values()].flatMap((cell) => {
    const edits = waiting.filter(({ cellId }) => cellId === cell.id);
    const failure = failures.get(cell.id);
    if (edits.length === 0 && failure === undefined) return [];
    return [{ ...edits.reduce((each, { change }) => changed(each, change), cell), ...(failure !== undefined && { failure }) }];
  });
  if (edited.length === 0) return row;
  return { ...row, cells: new Map([...row.cells, ...edited.map((cell) => [cell.column, cell] as const)]) };
}

/** Return the errors of the edits that were rejected, by cell. */
export const failuresByCell = (failed: readonly { edit: QueuedEdit; message: string }[]): ReadonlyMap<string, string> =>
  new Map(failed.flatMap(({ edit, message }) => (edit.type === 'cell' ? [[(edit as CellEdit).cellId, message] as const] : [])));
