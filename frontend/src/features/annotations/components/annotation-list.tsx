import { plural, t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, Check, CircleHelp, MessageSquare, ScanSearch, SquareDashed, StickyNote, Table2, Trash2, X } from 'lucide-react';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { useCommentsState } from '@/features/comments/model/comments-store';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageLabel } from '@/features/viewer/model/page-labels';
import { plainText } from '@/lib/markdown';
import { displayName } from '@/lib/users';

import { byPosition, isOrphan, isSuggestion, isUncertain, nextSuggestion, titleOf, type Annotation } from '../model/annotation';
import { commandFor, decisionFor } from '../model/commands';
import styles from './annotation-panel.module.css';
import { SuggestedBadge } from './suggested-badge';

export type Decision = 'ACCEPTED' | 'REJECTED';

export interface AnnotationListProps {
  annotations: readonly Annotation[];
  pages: readonly PageInfo[];
  /** the panel follows it */
  currentPage: number;
  active: string | undefined;
  editable: boolean;
  me: string;
  removable: (annotation: Annotation) => boolean;
  onShow: (annotation: Annotation) => void;
  onNote: (annotation: Annotation) => void;
  onRemove: (annotation: Annotation) => void;
  onReview: (annotations: readonly Annotation[], to: Decision) => void;
}

type Line = { kind: 'page'; key: string; title: string; page: number } | { kind: 'annotation'; key: string; annotation: Annotation };

const HEIGHT = { page: 32, annotation: 57, secondLine: 19, note: 22 };
/** Shorter quotes fit on one line of the panel. */
const ONE_LINE = 30;
const SOURCES = {
  ANALYZER: { icon: <ScanSearch />, text: t`Created by an analyzer` },
  AGENT: { icon: <Bot />, text: t`Created by an agent` },
  EXTRACT: { icon: <Table2 />, text: t`From an extraction` },
};

function heightOf(line: Line | undefined): number {
  if (line?.kind === 'page') return HEIGHT.page;
  const { quote, note } = line?.annotation ?? { quote: '', note: '' };
  return HEIGHT.annotation + (quote.length > ONE_LINE ? HEIGHT.secondLine : 0) + (note ? HEIGHT.note : 0);
}

function linesOf(annotations: readonly Annotation[], pages: readonly PageInfo[]): Line[] {
  const lines: Line[] = [];
  let heading = '';
  for (const annotation of annotations.toSorted(byPosition)) {
    const title = isOrphan(annotation) ? t`Not found in this version` : t`Page ${pageLabel(pages, annotation.page)}`;
    if (title !== heading) lines.push({ kind: 'page', key: title, title, page: annotation.page });
    heading = title;
    lines.push({ kind: 'annotation', key: annotation.uuid, annotation });
  }
  return lines;
}

interface ItemProps extends Omit<AnnotationListProps, 'annotations' | 'pages' | 'active' | 'currentPage' | 'onReview'> {
  annotation: Annotation;
  active: boolean;
  onReview: (annotation: Annotation, to: Decision) => void;
}

/** An icon with its meaning as tooltip and for screen readers. */
function Sign({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <span title={text} className={styles['source']}>
      {icon}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** The number of comments in the open threads of an annotation. */
function CommentCount({ uuid }: { uuid: string }) {
  const comments = useCommentsState((state) => state.counts.get(uuid));
  if (!comments) return null;
  return (
    <span title={plural(comments, { one: '# comment', other: '# comments' })} className={styles['source']}>
      <MessageSquare aria-hidden="true" />
      <span aria-hidden="true">{comments}</span>
      <span className="visually-hidden">{plural(comments, { one: '# comment', other: '# comments' })}</span>
    </span>
  );
}

function Title({ annotation, me }: { annotation: Annotation; me: string }) {
  const { label, source, creator } = annotation;
  const origin = source === 'HUMAN' ? null : SOURCES[source];
  const maker = creator && creator.username !== me ? displayName(creator) : '';
  return (
    <span className={styles['label']}>
      <LabelDot color={label.color} />
      <span className="truncate">{label.name}</span>
      {isSuggestion(annotation) && <SuggestedBadge />}
      {origin && <Sign {...origin} />}
      {annotation.box && annotation.quote && <Sign icon={<SquareDashed />} text={t`Box`} />}
      {isUncertain(annotation) && !isOrphan(annotation) && <Sign icon={<CircleHelp />} text={t`Check its place`} />}
      <CommentCount uuid={annotation.uuid} />
      {maker && <span className={styles['creator']}>{t`by ${maker}`}</span>}
    </span>
  );
}

function ItemActions({ annotation, onNote, onRemove, onReview }: Pick<ItemProps, 'annotation' | 'onNote' | 'onRemove' | 'onReview'>) {
  const { label } = annotation;
  const title = titleOf(annotation).slice(0, 40);
  if (isSuggestion(annotation))
    return (
      <span className={styles['actions']}>
        <IconButton label={t`Accept ${label.name}: ${title}`} tooltip={false} icon={<Check />} onClick={() => onReview(annotation, 'ACCEPTED')} />
        <IconButton label={t`Reject ${label.name}: ${title}`} tooltip={false} icon={<X />} onClick={() => onReview(annotation, 'REJECTED')} />
      </span>
    );
  return (
    <span className={styles['actions']}>
      <IconButton label={t`Note on ${label.name}`} tooltip={false} icon={<StickyNote />} onClick={() => onNote(annotation)} />
      <IconButton label={t`Remove ${label.name}: ${title}`} tooltip={false} icon={<Trash2 />} onClick={() => onRemove(annotation)} />
    </span>
  );
}

function Item({ annotation, active, editable, me, removable, onShow, onNote, onRemove, onReview }: ItemProps) {
  const { note } = annotation;
  const title = titleOf(annotation);
  const changeable = editable && removable(annotation);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!changeable) return;
    const decision = isSuggestion(annotation) ? decisionFor(event) : undefined;
    if (!decision && commandFor(event)?.name !== 'annotation.remove') return;
    event.preventDefault();
    if (decision) onReview(annotation, decision);
    else onRemove(annotation);
  };
  return (
    <div className={styles['item']} data-active={active || undefined} data-pending={annotation.pending || undefined}>
      <button type="button" className={styles['select']} aria-current={active || undefined} onClick={() => onShow(annotation)} onKeyDown={onKeyDown}>
        <Title annotation={annotation} me={me} />
        <span className={styles['quote']}>{title}</span>
        {note && (
          <span className={styles['note']} title={note}>
            {plainText(note)}
          </span>
        )}
      </button>
      {changeable && <ItemActions {...{ annotation, onNote, onRemove, onReview }} />}
    </div>
  );
}

/** Return the row to focus when another one is removed: the next annotation, or else the previous one. */
function neighbourOf(lines: readonly Line[], removed: string): string | undefined {
  const keys = lines.filter(({ kind }) => kind === 'annotation').map(({ key }) => key);
  const index = keys.indexOf(removed);
  return keys[index + 1] ?? keys[index - 1];
}

/** Return the heading of a page, or of the last page before it that has annotations. */
const headingOf = (lines: readonly Line[], page: number) => lines.findLastIndex((line) => line.kind === 'page' && line.page <= page);

/** The annotations by page; long lists are drawn in part. */
export function AnnotationList({ annotations, pages, currentPage, active, editable, onRemove, onReview, ...actions }: AnnotationListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(annotations, pages), [annotations, pages]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
    useFlushSync: false,
  });
  const activeLine = lines.findIndex((line) => line.key === active);
  useEffect(() => {
    if (activeLine >= 0) rows.scrollToIndex(activeLine, { align: 'auto' });
  }, [rows, activeLine]);
  const heading = useRef(-1);
  useEffect(() => {
    heading.current = headingOf(lines, currentPage);
  });
  useEffect(() => {
    // The pages are drawn first: scrolling makes the browser compute the layout at once.
    const frame = requestAnimationFrame(() => {
      const isInUse = scroller.current?.matches(':hover, :focus-within') ?? false;
      if (heading.current >= 0 && !isInUse) rows.scrollToIndex(heading.current, { align: 'start' });
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, currentPage]);
  const rowOf = (key: string | undefined) => (key === undefined ? null : scroller.current?.querySelector<HTMLElement>(`[data-key="${key}"] button`));
  const remove = (annotation: Annotation) => {
    (rowOf(neighbourOf(lines, annotation.uuid)) ?? scroller.current)?.focus();
    onRemove(annotation);
  };
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const row = rowOf(awaited.current);
    if (!row) return;
    awaited.current = undefined;
    row.focus();
  });
  const review = (annotation: Annotation, to: Decision) => {
    const next = nextSuggestion(annotations, annotation);
    (rowOf(next?.uuid ?? neighbourOf(lines, annotation.uuid)) ?? scroller.current)?.focus();
    awaited.current = next?.uuid;
    onReview([annotation], to);
    if (next) actions.onShow(next);
  };
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="group" aria-label={t`Annotations by page`}>
      <div role="list" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div key={row.key} role="listitem" className={styles['line']} data-key={line.key} style={{ height: row.size, transform: `translateY(${row.start}px)` }}>
              {line.kind === 'page' ? (
                <h3 className={styles['page']}>{line.title}</h3>
              ) : (
                <Item annotation={line.annotation} active={line.key === active} editable={editable} onRemove={remove} onReview={review} {...actions} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
