import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, Pencil, RotateCcw, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';

import { canApprove, percent, reviewText, statusText, type Cell, type CellReview, type Column, type GridRow } from '../model/cell';
import styles from './source-panel.module.css';

const SourceView = lazy(async () => ({ default: (await import('./source-view')).SourceView }));

interface SourcePanelProps {
  row: GridRow;
  column: Column | undefined;
  cell: Cell | undefined;
  corpusId: string;
  mayReview: boolean;
  mayEdit: boolean;
  onDecide: (decision: CellReview) => void;
  onEdit: () => void;
  onRerunRow: () => void;
  onClose: () => void;
}

function About({ cell }: { cell: Cell }) {
  const { status, confidence, engine, problem, review, has_conflict, is_outdated } = cell;
  const facts = [
    statusText(status),
    confidence !== null && `${percent(confidence)} sure`,
    engine && `by ${engine}`,
    reviewText(review),
    has_conflict && 'another value than in the last run',
    is_outdated && 'the question was changed since',
  ].filter(Boolean);
  return (
    <>
      {cell.text && <p className={styles['value']}>{cell.text}</p>}
      <p className="muted">{facts.join(' · ')}</p>
      {problem && <p className={styles['problem']}>{problem}</p>}
    </>
  );
}

function Decisions({ cell, onDecide, onEdit }: { cell: Cell; onDecide: (decision: CellReview) => void; onEdit: () => void }) {
  return (
    <div className={styles['decisions']}>
      <Button size="small" variant="primary" icon={<Check aria-hidden="true" />} disabled={!canApprove(cell)} onClick={() => onDecide('approved')}>
        Approve
      </Button>
      <Button size="small" icon={<X aria-hidden="true" />} onClick={() => onDecide('rejected')}>
        Reject
      </Button>
      <Button size="small" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
        Edit
      </Button>
    </div>
  );
}

/** The place among several sources, and the buttons that change it. */
function Places({ place, count, onShow }: { place: number; count: number; onShow: (place: number) => void }) {
  if (count < 2) return null;
  return (
    <p className={styles['places']}>
      <IconButton label="Previous source" tooltip={false} icon={<ChevronLeft />} onClick={() => onShow((place - 1 + count) % count)} />
      Source {place + 1} of {count}
      <IconButton label="Next source" tooltip={false} icon={<ChevronRight />} onClick={() => onShow((place + 1) % count)} />
    </p>
  );
}

/** Return which of the sources of a cell is shown: the first, until the user chooses another. */
function useSource(cell: Cell | undefined) {
  const [shown, setShown] = useState({ cell: '', place: 0 });
  const sources = cell?.sources ?? [];
  const chosen = cell !== undefined && shown.cell === cell.id ? shown.place : 0;
  const place = Math.min(chosen, Math.max(0, sources.length - 1));
  return { source: sources[place] ?? null, place, count: sources.length, show: (next: number) => cell && setShown({ cell: cell.id, place: next }) };
}

/** The source of a cell: its value, its question, and the pages with the passage highlighted. */
export function SourcePanel({ row, column, cell, corpusId, mayReview, mayEdit, onDecide, onEdit, onRerunRow, onClose }: SourcePanelProps) {
  const { source, place, count, show } = useSource(cell);
  return (
    <aside className={styles['panel']} aria-label="Source">
      <header className={styles['head']}>
        <div>
          <h3>
            <Link to="/d/$uuid" params={{ uuid: row.document }} search={{ c: corpusId, ...(source && { from: source.start, to: source.end }) }}>
              {row.title}
            </Link>
          </h3>
          {column && cell && <p className="muted">{column.question}</p>}
        </div>
        {mayEdit && <IconButton label="Read this document again" icon={<RotateCcw />} onClick={onRerunRow} />}
        <IconButton label="Close the source" icon={<X />} onClick={onClose} />
      </header>
      {cell && (
        <div className={styles['about']} aria-live="polite">
          <About cell={cell} />
          {mayReview && <Decisions cell={cell} onDecide={onDecide} onEdit={onEdit} />}
          <Places place={place} count={count} onShow={show} />
          {source && <blockquote className={styles['quote']}>{source.quote}</blockquote>}
        </div>
      )}
      <Suspense fallback={<Skeleton height={300} />}>
        <SourceView documentId={row.document} passage={source} />
      </Suspense>
    </aside>
  );
}
