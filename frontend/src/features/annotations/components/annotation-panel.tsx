import { useVirtualizer } from '@tanstack/react-virtual';
import { Bot, ScanSearch, StickyNote, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';

import { EditDialog } from '@/components/ui/edit-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { KeyCap } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageName } from '@/features/viewer/model/page-names';

import { personName } from '@/lib/people';

import { byPlace, isOrphan, type Annotation } from '../model/annotation';
import styles from './annotation-panel.module.css';

interface AnnotationPanelProps {
  annotations: readonly Annotation[];
  pages: readonly PageInfo[];
  lit: string | undefined;
  editable: boolean;
  /** why nothing can be annotated here */
  why: string;
  me: string;
  removable: (annotation: Annotation) => boolean;
  onShow: (annotation: Annotation) => void;
  onRemove: (annotation: Annotation) => void;
}

type Line = { kind: 'page'; key: string; title: string } | { kind: 'annotation'; key: string; annotation: Annotation };

const HEIGHT = { page: 32, annotation: 76, note: 22 };
const MADE_BY = { ANALYZER: { icon: <ScanSearch />, words: 'Made by an analyzer' }, AGENT: { icon: <Bot />, words: 'Made by an agent' } };

function heightOf(line: Line | undefined): number {
  if (line?.kind === 'page') return HEIGHT.page;
  return HEIGHT.annotation + (line?.annotation.note ? HEIGHT.note : 0);
}

function linesOf(annotations: readonly Annotation[], pages: readonly PageInfo[]): Line[] {
  const lines: Line[] = [];
  let heading = '';
  for (const annotation of annotations.toSorted(byPlace)) {
    const title = isOrphan(annotation) ? 'Not found on any page' : `Page ${pageName(pages, annotation.page)}`;
    if (title !== heading) lines.push({ kind: 'page', key: title, title });
    heading = title;
    lines.push({ kind: 'annotation', key: annotation.uuid, annotation });
  }
  return lines;
}

/** What somebody says of a passage, besides its label. */
function NoteButton({ annotation: { uuid, note, version, label, pending } }: { annotation: Annotation }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={`Note on ${label.name}`} hint={false} icon={<StickyNote />} disabled={pending} onClick={() => setOpen(true)} />
      {open && (
        <EditDialog
          title={`Note on “${label.name}”`}
          path={`/api/v1/annotations/${uuid}`}
          affected={[['annotations']]}
          version={version}
          fields={[{ name: 'note', label: 'Note', value: note, optional: true }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ItemProps extends Omit<AnnotationPanelProps, 'annotations' | 'pages' | 'lit' | 'why'> {
  annotation: Annotation;
  lit: boolean;
}

function Item({ annotation, lit, editable, me, removable, onShow, onRemove }: ItemProps) {
  const { label, quote, note, source } = annotation;
  const maker = annotation.creator && annotation.creator.username !== me ? personName(annotation.creator) : '';
  const made = source === 'HUMAN' ? null : MADE_BY[source];
  return (
    <div className={styles['item']} data-lit={lit || undefined} data-pending={annotation.pending || undefined}>
      <button type="button" className={styles['show']} aria-current={lit || undefined} onClick={() => onShow(annotation)}>
        <span className={styles['label']}>
          <LabelDot color={label.color} />
          <span className="truncate">{label.name}</span>
          {made && (
            <span title={made.words} className={styles['made']}>
              {made.icon}
              <span className="visually-hidden">{made.words}</span>
            </span>
          )}
          {maker && <span className={styles['maker']}>by {maker}</span>}
        </span>
        <span className={styles['quote']}>{quote}</span>
        {note && (
          <span className={styles['note']} title={note}>
            {note}
          </span>
        )}
      </button>
      {editable && removable(annotation) && (
        <span className={styles['acts']}>
          <NoteButton annotation={annotation} />
          <IconButton label={`Remove ${label.name}: ${quote.slice(0, 40)}`} hint={false} icon={<Trash2 />} onClick={() => onRemove(annotation)} />
        </span>
      )}
    </div>
  );
}

function NoAnnotations({ editable, why }: { editable: boolean; why: string }) {
  if (!editable) return <p className={styles['none']}>No annotations yet. {why}</p>;
  return (
    <p className={styles['none']}>
      Select words on a page and choose a label to make the first annotation. By keyboard: go to the pages, <KeyCap>x</KeyCap> selects more,{' '}
      <KeyCap>Enter</KeyCap> labels.
    </p>
  );
}

export function AnnotationPanel({ annotations, pages, lit, editable, why, ...acts }: AnnotationPanelProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(annotations, pages), [annotations, pages]);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 6,
  });
  const litLine = lines.findIndex((line) => line.key === lit);
  useEffect(() => {
    if (litLine >= 0) rows.scrollToIndex(litLine, { align: 'auto' });
  }, [rows, litLine]);
  if (annotations.length === 0) return <NoAnnotations editable={editable} why={why} />;
  return (
    <>
      {!editable && <p className={styles['why']}>{why}</p>}
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
                  <Item annotation={line.annotation} lit={line.key === lit} editable={editable} {...acts} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}
