// The review of the cells of a grid: decisions, and the way to the next cell.
import { t } from '@lingui/core/macro';
import { useCallback, useState } from 'react';

import { showToast } from '@/lib/toasts';

import type { Extract } from './api/extracts';
import type { Rows } from './api/rows';
import { canApprove, needsReview, type Cell, type CellChange, type CellReview } from './model/cell';
import { nextCell, type Position } from './model/grid';
import { useCellEdits } from './use-cell-edits';

/** The review of cells: decisions, and the way to the next cell. */
export function useReview(extract: Extract, rows: Rows, mayReview: boolean) {
  const [active, setActive] = useState<Position>({ row: 0, column: 0 });
  const { change, changeLater } = useCellEdits(extract.id);
  const total = rows.index?.length ?? 0;
  const cellAt = useCallback(
    ({ row, column }: Position): Cell | undefined => {
      const key = extract.columns[column]?.id;
      return key === undefined ? undefined : rows.rowAt(row)?.cells.get(key);
    },
    [extract.columns, rows],
  );
  /** Name a cell where the table is not shown: "Rent, Lease 1". */
  const nameOf = useCallback(({ row, column }: Position) => [extract.columns[column]?.name, rows.rowAt(row)?.title].join(', '), [extract.columns, rows]);
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
        showToast({ text: cell.status === 'unproven' ? t`This value has no source in the document. Edit it, or reject it.` : t`There is nothing to approve yet.` });
        return false;
      }
      changeLater(cell, nameOf(position), { review: decision });
      return true;
    },
    [cellAt, mayReview, changeLater, nameOf],
  );
  const decide = (decision: CellReview) => {
    if (decideAt(active, decision) && decision !== 'unreviewed') goOn();
  };
  const edit = (seen: Cell, to: CellChange) => change(seen, nameOf(active), to);
  return { active, setActive, cell: cellAt(active), decide, decideAt, goOn, edit };
}

export type Review = ReturnType<typeof useReview>;
