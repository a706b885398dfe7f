import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronLeft, ChevronRight, Pencil, RotateCcw, TextSelect, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type ComponentProps } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/skeleton';
import { serverSentence } from '@/lib/messages/server-sentences';

import { lastRunOptions } from '../api/differences';
import { canApprove, notSavedText, isOpen, percent, reviewText, statusText, type Cell, type CellReview, type Column, type GridRow, type Source } from '../model/cell';
import type { PickedSource } from '../use-source-picker';
import styles from './source-panel.module.css';

const SourceView = lazy(async () => ({ default: (await import('./source-view')).SourceView }));

interface SourcePanelProps {
  row: GridRow;
  column: Column | undefined;
  cell: Cell | undefined;
  corpusId: string;
  extractId: string;
  mayReview: boolean;
  mayEdit: boolean;
  onDecide: (decision: CellReview) => void;
  onEdit: () => void;
  onRerunRow: () => void;
  onClose: () => void;
  /** the keyboard is on the pages, to select the source */
  isPicking: boolean;
  onPicking: (on: boolean) => void;
  onPick: (source: PickedSource, asValue: boolean) => void;
}

function About({ cell }: { cell: Cell }) {
  const { status, confidence, engine, problem, review, has_conflict, is_outdated, pending, failure } = cell;
  const facts = [
    statusText(status),
    // They were about the answer of the engine, which a user has changed.
    review !== 'edited' && confidence !== null && t`${percent(confidence)} sure`,
    review !== 'edited' && engine && t`by ${engine}`,
    reviewText(review),
    has_conflict && t`another value than in the last run`,
    is_outdated && t`the question was changed since`,
    pending && t`not saved yet`,
  ].filter(Boolean);
  return (
    <>
      {cell.text && <p className={styles['value']}>{cell.text}</p>}
      <p className="muted">{facts.join(' · ')}</p>
      {problem && <p className={styles['problem']}>{serverSentence(problem)}</p>}
      {failure && <p className={styles['problem']}>{notSavedText(failure)}</p>}
    </>
  );
}

/** The other value of the last run. */
function LastRun({ extractId, document, column }: { extractId: string; document: string; column: string }) {
  const { data } = useQuery(lastRunOptions(extractId, document, column));
  return data ? <p>{t`Last run: ${data.text || statusText(data.status)}`}</p> : null;
}

type DecisionsProps = Pick<SourcePanelProps, 'row' | 'onDecide' | 'onEdit' | 'onPicking'> & { cell: Cell };

function Decisions({ row, cell, onDecide, onEdit, onPicking }: DecisionsProps) {
  return (
    <div className={styles['decisions']}>
      <Button size="small" variant="primary" icon={<Check aria-hidden="true" />} disabled={!canApprove(cell)} onClick={() => onDecide('approved')}>
        {t`Approve`}
      </Button>
      <Button size="small" icon={<X aria-hidden="true" />} onClick={() => onDecide('rejected')}>
        {t`Reject`}
      </Button>
      <Button size="small" icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
        {t`Edit`}
      </Button>
      <Button size="small" icon={<TextSelect aria-hidden="true" />} disabled={row.is_outdated} onClick={() => onPicking(true)}>
        {t`Pick source`}
      </Button>
    </div>
  );
}

/** The place among several sources, and the buttons that change it. */
function Places({ place, count, onShow }: { place: number; count: number; onShow: (place: number) => void }) {
  if (count < 2) return null;
  return (
    <p className={styles['places']}>
      <IconButton label={t`Previous source`} tooltip={false} icon={<ChevronLeft />} onClick={() => onShow((place - 1 + count) % count)} />
      {t`Source ${place + 1} of ${count}`}
      <IconButton label={t`Next source`} tooltip={false} icon={<ChevronRight />} onClick={() => onShow((place + 1) % count)} />
    </p>
  );
}

/** Return which of the sources of a cell is shown: the first, until the user chooses another. */
function useSource(cell: Cell | undefined) {
  const [shown, setShown] = useState({ cell: '', place: 0 });
  const sources = cell?.sources ?? [];
  const chosen = cell !== undefined && shown.cell === cell.id ? shown.place : 0;
  const place = Math.min(chosen, Math.max(0, sources.length - 1));
  const source = sources[place];
  const { start, end } = source ?? {};
  // The same object while the offsets stay: cells are fetched again while the extract runs.
  const passage = useMemo(() => (start === undefined || end === undefined ? null : { start, end }), [start, end]);
  return { source, passage, place, count: sources.length, show: (next: number) => cell && setShown({ cell: cell.id, place: next }) };
}

function Head({ row, column, cell, corpusId, mayEdit, onRerunRow, onClose, source }: SourcePanelProps & { source: Source | undefined }) {
  return (
    <header className={styles['head']}>
      <div>
        <h3>
          <Link to="/d/$uuid" params={{ uuid: row.document }} search={{ c: corpusId, ...(source && !row.is_outdated && { from: source.start, to: source.end }) }}>
            {row.title}
          </Link>
        </h3>
        {column && cell && <p className="muted">{column.question}</p>}
      </div>
      {mayEdit && <IconButton label={t`Read this document again`} icon={<RotateCcw />} onClick={onRerunRow} />}
      <IconButton label={t`Close the source`} icon={<X />} onClick={onClose} />
    </header>
  );
}

type PagesProps = Pick<SourcePanelProps, 'row'> & Pick<ComponentProps<typeof SourceView>, 'passage' | 'picking'>;

/** The pages of the document; places in an earlier text are not those of the pages. */
function Pages({ row, passage, picking }: PagesProps) {
  if (!row.is_outdated) return <SourceView documentId={row.document} passage={passage} picking={picking} />;
  return (
    <>
      <p role="status" className={styles['problem']}>
        {t`The document was processed again after these answers, so the places of their sources are not known. Read it again to see them.`}
      </p>
      <SourceView documentId={row.document} passage={null} picking={undefined} />
    </>
  );
}

/** The source of a cell: its value, its question, and the pages with the passage highlighted. */
export function SourcePanel(props: SourcePanelProps) {
  const { row, cell, extractId, mayReview, isPicking, onPicking, onPick } = props;
  const { source, passage, place, count, show } = useSource(cell);
  const decidable = mayReview && cell && !isOpen(cell) ? cell : undefined;
  const picking = decidable && { cell: decidable.id, hasValue: decidable.text !== '', isActive: isPicking, onPick, onLeave: () => onPicking(false) };
  return (
    <aside className={styles['panel']} aria-label={t`Source`}>
      <Head {...props} source={source} />
      {cell && (
        <div className={styles['about']} aria-live="polite">
          <About cell={cell} />
          {cell.has_conflict && <LastRun extractId={extractId} document={row.document} column={cell.column} />}
          {decidable && <Decisions {...props} cell={decidable} />}
          <Places place={place} count={count} onShow={show} />
          {source && <blockquote className={styles['quote']}>{source.quote}</blockquote>}
        </div>
      )}
      <Suspense fallback={<Skeleton height={300} />}>
        <Pages row={row} passage={passage} picking={picking} />
      </Suspense>
    </aside>
  );
}
