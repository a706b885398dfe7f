// Edits of the cells of an extract. They are shown at once, and wait for a connection.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { useEditQueue, useWaitingEdits } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { forgetFailed } from '@/features/edits/model/stored-edits';
import { useStoredEdits } from '@/features/edits/use-stored-edits';
import { isOffline } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

import type { CellEdit } from './api/cell-edits';
import { currentCell, putCells, sendChange } from './api/change-cell';
import type { Rows } from './api/rows';
import type { Cell, CellChange, CellStatus, GridRow } from './model/cell';

// Cells with the edits that the server has not stored: those that wait, and those that it has rejected.

function statusOf({ status, sources }: Cell, text: string, picked: CellChange['sources']): CellStatus {
  if (text === '') return 'not_found';
  if ((picked ?? sources).length === 0) return 'unproven';
  return status === 'failed' || status === 'skipped' ? status : 'found';
}

/** Return a cell as it is after a change. Its sources are shown when the server has stored them. */
function changed(cell: Cell, { review = 'edited', text, sources }: CellChange): Cell {
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

/** Return the rows with the edits of cells that wait, and with the errors of those that were rejected. */
export function useEditedRows(rows: Rows): Rows {
  const waiting = useWaitingEdits<CellEdit>('cell');
  const { failed } = useStoredEdits(useEditQueue()?.place ?? '');
  const failures = useMemo(() => failuresByCell(failed), [failed]);
  const { rowAt } = rows;
  const editedAt = useCallback(
    (place: number) => {
      const row = rowAt(place);
      return row && withEdits(row, waiting, failures);
    },
    [rowAt, waiting, failures],
  );
  return { ...rows, rowAt: editedAt };
}

const targetOf = (cell: Cell) => `cell:${cell.id}`;

/** Change cells. Only what is shown is changed: another version is a conflict. */
export function useCellEdits(extractId: string) {
  const queryClient = useQueryClient();
  const queue = useEditQueue();
  const waiting = useWaitingEdits<CellEdit>('cell');
  /** Change a cell at once on the screen, and later on the server. */
  const changeLater = useCallback(
    (cell: Cell, name: string, change: CellChange, isSent = false) => {
      const target = targetOf(cell);
      const after = waiting.findLast((each) => each.target === target)?.group;
      const about = { extractId, cellId: cell.id, name, change, version: cell.version, after };
      queue?.add({ type: 'cell', group: uuidv7(), target, isSent, ...about } satisfies CellEdit);
    },
    [queue, waiting, extractId],
  );
  /** Change a cell and wait until that is stored, to show conflicts where the value was typed. Without a connection, it is changed later. */
  const change = useCallback(
    async (cell: Cell, name: string, to: CellChange) => {
      const target = targetOf(cell);
      if (waiting.some((each) => each.target === target)) return changeLater(cell, name, to);
      const isSent = navigator.onLine;
      try {
        putCells(queryClient, extractId, [await sendChange(cell.id, to, cell.version)]);
      } catch (error) {
        if (queue && isOffline(error)) return changeLater(cell, name, to, isSent);
        const current = await currentCell(error, cell.id);
        if (current) putCells(queryClient, extractId, [current]);
        throw error;
      }
      if (queue) forgetFailed(queue.place, target);
      void queryClient.invalidateQueries({ queryKey: ['extract', extractId] });
    },
    [queryClient, queue, waiting, extractId, changeLater],
  );
  return { change, changeLater };
}
