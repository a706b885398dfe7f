import { Check, CircleAlert, CircleSlash, Clock, GitCompareArrows, Pencil, X } from 'lucide-react';
import { memo } from 'react';

import { cellLabel, isOpen, isUnsure, percent, statusText, type Cell } from '../model/cell';
import styles from './extract-grid.module.css';

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
export const GridCell = memo(function GridCell({ id, cell, columnIndex, width, left, active }: GridCellProps) {
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
