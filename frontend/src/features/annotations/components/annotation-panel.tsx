import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, ScanSearch, StickyNote, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { KeyCap } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageLabel } from '@/features/viewer/model/page-labels';

import { displayName } from '@/lib/users';

import { byPosition, isOrphan, type Annotation } from '../model/annotation';
import styles from './annotation-panel.module.css';

interface AnnotationPanelProps {
  annotations: readonly Annotation[];
  pages: readonly PageInfo[];
  active: string | undefined;
  editable: boolean;
  /** why the user cannot annotate here */
  reason: ReactNode;
  me: string;
  removable: (annotation: Annotation) => boolean;
  onShow: (annotation: Annotation) => void;
  onRemove: (annotation: Annotation) => void;
}

type Line = { kind: 'page'; key: string; title: string } | { kind: 'annotation'; key: string; annotation: Annotation };

const HEIGHT = { page: 32, annotation: 76, note: 22 };
const SOURCES = { ANALYZER: { icon: <ScanSearch />, text: 'Created by an analyzer' }, AGENT: { icon: <Bot />, text: 'Created by an agent' } };

function heightOf(line: Line | undefined): number {
  if (line?.kind === 'page') return HEIGHT.page;
  return HEIGHT.annotation + (line?.annotation.note ? HEIGHT.note : 0);
}

function linesOf(annotations: readonly Annotation[], pages: readonly PageInfo[]): Line[] {
  const lines: Line[] = [];
  let heading = '';
  for (const annotation of annotations.toSorted(byPosition)) {
    const title = isOrphan(annotation) ? 'Not found on any page' : `Page ${pageLabel(pages, annotation.page)}`;
    if (title !== heading) lines.push({ kind: 'page', key: title, title });
    heading = title;
    lines.push({ kind: 'annotation', key: annotation.uuid, annotation });
  }
  return lines;
}

function NoteDialog({ annotation: { uuid, note, version, label }, onClose }: { annotation: Annotation; onClose: () => void }) {
  return (
    <LazyEditDialog
      title={`Note on “${label.name}”`}
      path={`/api/v1/annotations/${uuid}`}
      affected={[['annotations']]}
      version={version}
      fields={[{ name: 'note', label: 'Note', value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      onClose={onClose}
    />
  );
}

interface ListProps extends Omit<AnnotationPanelProps, 'annotations' | 'reason'> {
  annotations: readonly Annotation[];
  onNote: (annotation: Annotation) => void;
}

interface ItemProps extends Omit<ListProps, 'annotations' | 'pages' | 'active'> {
  annotation: Annotation;
  active: boolean;
}

function Item({ annotation, active, editable, me, removable, onShow, onNote, onRemove }: ItemProps) {
  const { label, quote, note, source, pending } = annotation;
  const creator = annotation.creator && annotation.creator.username !== me ? displayName(annotation.creator) : '';
  const origin = source === 'HUMAN' ? null : SOURCES[source];
  return (
    <div className={styles['item']} data-active={active || undefined} data-pending={annotation.pending || undefined}>
      <button type="button" className={styles['select']} aria-current={active || undefined} onClick={() => onShow(annotation)}>
        <span className={styles['label']}>
          <LabelDot color={label.color} />
          <span className="truncate">{label.name}</span>
          {origin && (
            <span title={origin.text} className={styles['source']}>
              {origin.icon}
              <span className="visually-hidden">{origin.text}</span>
            </span>
          )}
          {creator && <span className={styles['creator']}>by {creator}</span>}
        </span>
        <span className={styles['quote']}>{quote}</span>
        {note && (
          <span className={styles['note']} title={note}>
            {note}
          </span>
        )}
      </button>
      {editable && removable(annotation) && (
        <span className={styles['actions']}>
          <IconButton label={`Note on ${label.name}`} tooltip={false} icon={<StickyNote />} disabled={pending} onClick={() => onNote(annotation)} />
          <IconButton label={`Remove ${label.name}: ${quote.slice(0, 40)}`} tooltip={false} icon={<Trash2 />} onClick={() => onRemove(annotation)} />
        </span>
      )}
    </div>
  );
}

function NoAnnotations({ editable, reason }: Pick<AnnotationPanelProps, 'editable' | 'reason'>) {
  if (!editable) return <div className={styles['reason']}>No annotations yet. {reason}</div>;
  return (
    <p className={styles['empty']}>
      Select words on a page and choose a label to add the first annotation. Keyboard: press <KeyCap>Tab</KeyCap> to reach the page, arrows to move,{' '}
      <KeyCap>Enter</KeyCap> to label. <KeyCap>?</KeyCap> shows all keys.
    </p>
  );
}

function AnnotationList({ annotations, pages, active, editable, ...actions }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(annotations, pages), [annotations, pages]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
  });
  const activeLine = lines.findIndex((line) => line.key === active);
  useEffect(() => {
    if (activeLine >= 0) rows.scrollToIndex(activeLine, { align: 'auto' });
  }, [rows, activeLine]);
  return (
    <div ref={scroller} className={styles['scroller']} tabIndex={0} role="group" aria-label="Annotations by page">
      <div role="list" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div key={row.key} role="listitem" className={styles['line']} style={{ height: row.size, transform: `translateY(${row.start}px)` }}>
              {line.kind === 'page' ? (
                <h3 className={styles['page']}>{line.title}</h3>
              ) : (
                <Item annotation={line.annotation} active={line.key === active} editable={editable} {...actions} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The annotations of a document by page. The dialog of a note stays open if the annotation is removed meanwhile. */
export function AnnotationPanel({ annotations, editable, reason, ...rest }: AnnotationPanelProps) {
  const [noted, setNoted] = useState<Annotation>();
  return (
    <>
      {annotations.length === 0 ? (
        <NoAnnotations editable={editable} reason={reason} />
      ) : (
        <>
          {!editable && <div className={styles['reason']}>{reason}</div>}
          <AnnotationList annotations={annotations} editable={editable} onNote={setNoted} {...rest} />
        </>
      )}
      {noted && <NoteDialog key={noted.uuid} annotation={noted} onClose={() => setNoted(undefined)} />}
    </>
  );
}
