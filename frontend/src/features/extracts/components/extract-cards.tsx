import { t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, Eye, X } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { IconButton } from '@/components/ui/icon-button';

import type { Extract } from '../api/extracts';
import type { Rows } from '../api/rows';
import { canApprove, cellLabel, notSavedText, reviewText, statusText, type Cell, type CellReview } from '../model/cell';
import type { Position } from '../model/grid';
import styles from './extract-cards.module.css';

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
export function ExtractCards({ extract: { columns, name }, rows, total, mayReview, onReview, onSource }: ExtractCardsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { onRange, rowAt } = rows;
  const cards = useVirtualizer({ count: total, getScrollElement: () => scroller.current, estimateSize: () => CARD_HEIGHT, overscan: 2 });
  const items = cards.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [first, last, onRange]);
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="region" aria-label={t`Values of ${name}`}>
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
