import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

import { Checkbox } from '@/components/ui/checkbox';
import { TableHead, type Column } from '@/components/ui/table-head';

import type { DocumentRow } from '../api/document-list';
import { DocumentTableRow } from './document-table-row';
import styles from './document-table.module.css';

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

interface DocumentTableProps {
  label: string;
  documents: readonly DocumentRow[];
  total: number;
  /** absent if rows cannot be selected */
  selection?: Selection | undefined;
  corpus?: string;
  renderMenu: (document: DocumentRow) => ReactNode;
  /** makes rows draggable; selected rows are dragged together */
  onDrag?: (transfer: DataTransfer, uuids: string[]) => void;
  onNearEnd: () => void;
}

const ROW_HEIGHT = 52;
const NEAR_END = 10;

function withToggled(selected: ReadonlySet<string>, uuids: readonly string[], on: boolean): ReadonlySet<string> {
  const next = new Set(selected);
  for (const uuid of uuids) {
    if (on) next.add(uuid);
    else next.delete(uuid);
  }
  return next;
}

/** Return a function that selects a row; with Shift, all rows from the one that was selected before. */
function useSelect(documents: readonly DocumentRow[], selection: Selection | undefined) {
  const before = useRef<string>(undefined);
  return (uuid: string, on: boolean, withShift: boolean) => {
    if (!selection) return;
    const from = withShift ? documents.findIndex((document) => document.uuid === before.current) : -1;
    const to = documents.findIndex((document) => document.uuid === uuid);
    const range = from < 0 ? [uuid] : documents.slice(Math.min(from, to), Math.max(from, to) + 1).map((document) => document.uuid);
    before.current = uuid;
    selection.onChange(withToggled(selection.selected, range, on));
  };
}

const draggedWith = (selected: ReadonlySet<string>, uuid: string) => (selected.has(uuid) ? [...selected] : [uuid]);

function SelectAll({ documents, selection: { selected, onChange } }: { documents: readonly DocumentRow[]; selection: Selection }) {
  const all = documents.length > 0 && documents.every((document) => selected.has(document.uuid));
  const checked = all ? true : selected.size > 0 && 'indeterminate';
  return <Checkbox label="Select all loaded" checked={checked} onChange={(on) => onChange(on ? new Set(documents.map(({ uuid }) => uuid)) : new Set())} />;
}

const COLUMNS: readonly Column[] = [
  { label: 'Title' },
  { label: 'State' },
  { label: 'Pages', className: styles['pages'] },
  { label: 'Language', className: styles['language'] },
  { label: 'Added', className: styles['added'] },
  { label: 'Actions', hidden: true },
];

/** Select nothing when Escape is pressed in the table. */
function useEscape(table: RefObject<HTMLElement | null>, selection: Selection | undefined) {
  const onChange = selection?.onChange;
  useEffect(() => {
    const element = table.current;
    const clear = ({ key }: KeyboardEvent) => key === 'Escape' && onChange?.(new Set());
    element?.addEventListener('keydown', clear);
    return () => element?.removeEventListener('keydown', clear);
  }, [table, onChange]);
}

/** A virtualized table: only visible rows are rendered; spacer rows have the height of the others. */
export function DocumentTable({ label, documents, total, selection, corpus, renderMenu, onDrag, onNearEnd }: DocumentTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const select = useSelect(documents, selection);
  useEscape(scroller, selection);
  const rows = useVirtualizer({ count: documents.length, getScrollElement: () => scroller.current, estimateSize: () => ROW_HEIGHT, overscan: 8 });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const nearEnd = documents.length < total && last >= documents.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, documents.length]);
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className={styles['scroller']} ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={styles['table']} aria-rowcount={total + 1}>
        <TableHead className={styles['head']} columns={[{ label: 'Selection', ...(selection ? { content: <SelectAll documents={documents} selection={selection} /> } : { hidden: true }) }, ...COLUMNS]} />
        <tbody>
          {above > 0 && <tr aria-hidden="true" style={{ height: above }} />}
          {items.map((item) => {
            const document = documents[item.index];
            if (!document) return null;
            return (
              <DocumentTableRow
                key={document.uuid}
                document={document}
                rowIndex={item.index + 2}
                selected={selection?.selected.has(document.uuid) ?? false}
                onSelect={selection && ((on, withShift) => select(document.uuid, on, withShift))}
                menu={renderMenu(document)}
                {...(corpus && { corpus })}
                {...(onDrag && selection && { onDrag: (transfer: DataTransfer) => onDrag(transfer, draggedWith(selection.selected, document.uuid)) })}
              />
            );
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
