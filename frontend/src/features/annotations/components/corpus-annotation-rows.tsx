import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import { Checkbox } from '@/components/ui/checkbox';
import { LabelDot } from '@/components/ui/label-dot';
import { RelativeTime } from '@/components/ui/relative-time';
import { useRows, type Selection } from '@/lib/use-rows';
import { displayName } from '@/lib/users';

import type { CorpusAnnotation } from '../api/corpus-annotations';
import { isSuggestion, titleOf } from '../model/annotation';
import { PLACEMENT_NAMES, SOURCE_NAMES } from '../model/corpus-filter';
import styles from './corpus-annotations.module.css';
import { SuggestedBadge } from './suggested-badge';

/** of a row with one line of quoted text */
const ROW_HEIGHT = 81;
const NEAR_END = 15;

const makerOf = ({ source, creator }: CorpusAnnotation) => (source === 'HUMAN' ? (creator ? displayName(creator) : t`A former user`) : SOURCE_NAMES[source]);

/** Marks an annotation whose place has to be checked, since its document was processed again. */
function PlaceBadge({ confidence }: Pick<CorpusAnnotation, 'confidence'>) {
  if (confidence === 1) return null;
  return <span className={styles['check']}>{confidence === 0 ? PLACEMENT_NAMES.NOT_FOUND : t`To check, ${Math.floor(100 * confidence)}%`}</span>;
}

interface RowProps {
  annotation: CorpusAnnotation;
  corpusId: string;
  /** the Tab stop of the list */
  active: boolean;
  selected: boolean;
  onSelect: (on: boolean, withShift: boolean) => void;
}

function Row({ annotation, corpusId, active, selected, onSelect }: RowProps) {
  const { uuid, note, label, document, page, score, created, confidence } = annotation;
  const name = titleOf(annotation);
  return (
    <div className={styles['row']}>
      <Checkbox label={t`Select ${name}`} checked={selected} tabIndex={-1} onChange={onSelect} />
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId, a: uuid }} className={styles['link']} tabIndex={active ? 0 : -1}>
        <span className={styles['label']}>
          <LabelDot color={label.color} />
          <span className="truncate">{label.path}</span>
          {isSuggestion(annotation) && <SuggestedBadge />}
          <PlaceBadge confidence={confidence} />
        </span>
        <span className={styles['quote']}>{name}</span>
        {note && <span className={styles['note']}>{note}</span>}
        <span className={styles['about']}>
          {t`${document.title}, page ${page}`} · {[makerOf(annotation), score !== null && t`${Math.round(100 * score)}% likely`].filter(Boolean).join(', ')},{' '}
          <RelativeTime iso={created} />
        </span>
      </Link>
    </div>
  );
}

interface CorpusAnnotationRowsProps {
  corpusId: string;
  rows: readonly CorpusAnnotation[];
  /** of all rows, also those that are not loaded yet */
  total: number;
  selection: Selection;
  onNearEnd: () => void;
}

/** A virtualized list: only visible rows are rendered, and the one that is the Tab stop. Arrow keys go to the other ones. */
export function CorpusAnnotationRows({ corpusId, rows, total, selection, onNearEnd }: CorpusAnnotationRowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active, selectTo } = useRows(scroller, rows, selection);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.uuid ?? index,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([active, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  const nearEnd = rows.length < total && (list.range?.endIndex ?? 0) >= rows.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, rows.length]);
  return (
    <div ref={scroller} className={styles['scroller']} role="region" aria-label={t`Annotations of this corpus`}>
      <ul aria-label={t`Annotations`} className={styles['list']} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const annotation = rows[index];
          if (!annotation) return null;
          return (
            <li key={key} ref={list.measureElement} data-index={index} aria-setsize={total} aria-posinset={index + 1} className={styles['line']} style={{ transform: `translateY(${start}px)` }}>
              <Row
                annotation={annotation}
                corpusId={corpusId}
                active={index === active}
                selected={selection.selected.has(annotation.uuid)}
                onSelect={(on, withShift) => selectTo(index, on, withShift)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
