import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

import { Checkbox } from '@/components/ui/checkbox';

import type { DocumentRow } from '../api/list-documents';
import { DocumentTableRow } from './document-table-row';
import styles from './document-table.module.css';

export interface Selection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

interface DocumentTableProps {
  label: string;
  documents: readonly DocumentRow[];
  total: number;
  /** absent for those who can do nothing with a selection */
  selection?: Selection | undefined;
  corpus?: string;
  renderMenu: (document: DocumentRow) => ReactNode;
  /** rows can be dragged: those that are chosen go together */
  onDrag?: (transfer: DataTransfer, uuids: string[]) => void;
  onNearEnd: () => void;
}

const ROW_HEIGHT = 52;
const NEAR_END = 10;

function toggled(chosen: ReadonlySet<string>, uuid: string, on: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (on) next.add(uuid);
  else next.delete(uuid);
  return next;
}

const together = (chosen: ReadonlySet<string>, uuid: string) => (chosen.has(uuid) ? [...chosen] : [uuid]);

function SelectAll({ documents, selection: { chosen, onChange } }: { documents: readonly DocumentRow[]; selection: Selection }) {
  const all = documents.length > 0 && documents.every((document) => chosen.has(document.uuid));
  const mark = all ? true : chosen.size > 0 && 'indeterminate';
  return <Checkbox label="Select all shown" checked={mark} onChange={(on) => onChange(on ? new Set(documents.map(({ uuid }) => uuid)) : new Set())} />;
}

function TableHead({ documents, selection }: Pick<DocumentTableProps, 'documents' | 'selection'>) {
  return (
    <thead className={styles['head']}>
      <tr>
        <th scope="col">{selection ? <SelectAll documents={documents} selection={selection} /> : <span className="visually-hidden">Selection</span>}</th>
        <th scope="col">Title</th>
        <th scope="col">State</th>
        <th scope="col" className={styles['pages']}>
          Pages
        </th>
        <th scope="col" className={styles['language']}>
          Language
        </th>
        <th scope="col" className={styles['added']}>
          Added
        </th>
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** Only the rows near the window exist; spacer rows keep the height of the rest. */
export function DocumentTable({ label, documents, total, selection, corpus, renderMenu, onDrag, onNearEnd }: DocumentTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
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
        <TableHead documents={documents} selection={selection} />
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
                chosen={selection?.chosen.has(document.uuid) ?? false}
                onChoose={selection && ((on) => selection.onChange(toggled(selection.chosen, document.uuid, on)))}
                menu={renderMenu(document)}
                {...(corpus && { corpus })}
                {...(onDrag && selection && { onDrag: (transfer: DataTransfer) => onDrag(transfer, together(selection.chosen, document.uuid)) })}
              />
            );
          })}
          {below > 0 && <tr aria-hidden="true" style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
}
