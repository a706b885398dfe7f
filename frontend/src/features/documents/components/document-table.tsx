import { t } from '@lingui/core/macro';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

import { Checkbox } from '@/components/ui/checkbox';
import { TableHead, type Column } from '@/components/ui/table-head';
import { reportFirstList } from '@/lib/first-view';
import { useRows, type Selection } from '@/lib/use-rows';

import type { DocumentRow } from '../api/document-list';
import { directionOf, nextOrder, type DocumentOrder, type SortColumn } from '../model/document-order';
import { DocumentTableRow } from './document-table-row';
import type { ExtraColumn } from './extra-column';
import styles from './document-table.module.css';

interface DocumentTableProps {
  label: string;
  documents: readonly DocumentRow[];
  /** of all rows, if it is known */
  total: number | undefined;
  order: string;
  onOrder: (order: DocumentOrder) => void;
  /** absent if rows cannot be selected */
  selection?: Selection | undefined;
  corpus?: string;
  renderMenu: (document: DocumentRow) => ReactNode;
  renderLabels?: (document: DocumentRow) => ReactNode;
  /** more columns, before the actions */
  extras?: readonly ExtraColumn[];
  /** makes rows draggable; selected rows are dragged together */
  onDrag?: (transfer: DataTransfer, uuids: string[]) => void;
  onNearEnd: () => void;
}

const NONE: readonly ExtraColumn[] = [];
const ROW_HEIGHT = 36;
const NEAR_END = 10;

const draggedWith = (selected: ReadonlySet<string>, uuid: string) => (selected.has(uuid) ? [...selected] : [uuid]);

function SelectAll({ documents, selection: { selected, onChange } }: { documents: readonly DocumentRow[]; selection: Selection }) {
  const all = documents.length > 0 && documents.every((document) => selected.has(document.uuid));
  const checked = all ? true : selected.size > 0 && 'indeterminate';
  return <Checkbox label={t`Select all loaded`} checked={checked} onChange={(on) => onChange(on ? new Set(documents.map(({ uuid }) => uuid)) : new Set())} />;
}

const COLUMNS: readonly (Column & { sort?: SortColumn })[] = [
  { label: t`Title`, sort: 'title' },
  { label: t`Type`, sort: 'type', className: styles['type'] },
  { label: t`State`, sort: 'state', className: styles['stateHead'] },
  { label: t`Size`, sort: 'size', className: styles['size'] },
  { label: t`Pages`, sort: 'pages', className: styles['pages'] },
  { label: t`Language`, sort: 'language', className: styles['language'] },
  { label: t`Owner`, sort: 'owner', className: styles['ownerColumn'] },
  { label: t`Added`, sort: 'added', className: styles['added'] },
  { label: t`Actions`, hidden: true },
];

const columnsOf = ({ order, onOrder, extras }: Pick<DocumentTableProps, 'order' | 'onOrder'> & { extras: readonly ExtraColumn[] }): Column[] => {
  const columns = COLUMNS.map(({ sort, ...column }) =>
    sort
      ? {
          ...column,
          'aria-sort': extras.some(({ direction }) => direction) ? undefined : directionOf(sort, order),
          content: (
            <button type="button" className={styles['sort']} onClick={() => onOrder(nextOrder(sort, order))}>
              {column.label}
            </button>
          ),
        }
      : column,
  );
  return columns.toSpliced(-1, 0, ...extras.map(headOf));
};

const headOf = ({ label, className = styles['extra'], direction, onSort }: ExtraColumn): Column => ({
  label,
  className,
  'aria-sort': direction,
  content: (
    <button type="button" className={styles['sort']} onClick={onSort}>
      {label}
    </button>
  ),
});

const gap = (index: number, height: number) => height > 0 && <tr key={`gap-${index}`} aria-hidden="true" style={{ height }} />;

/** A virtualized table: only visible rows are rendered, and the one that is the Tab stop; the gaps are rows without cells. */
export function DocumentTable({ label, documents, total, order, onOrder, selection, corpus, renderMenu, renderLabels, extras = NONE, onDrag, onNearEnd }: DocumentTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active, selectTo } = useRows(scroller, documents, selection);
  useEffect(reportFirstList, []);
  const rows = useVirtualizer({
    count: documents.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    rangeExtractor: (range) => [...new Set([active, ...defaultRangeExtractor(range)])].toSorted((a, b) => a - b),
  });
  const nearEnd = documents.length < (total ?? Infinity) && (rows.range?.endIndex ?? 0) >= documents.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, onNearEnd, documents.length]);
  const items = rows.getVirtualItems();
  return (
    <div className={styles['scroller']} ref={scroller} role="region" aria-label={label}>
      <table className={styles['table']} data-extra={extras.length || undefined} aria-rowcount={total === undefined ? -1 : total + 1}>
        <TableHead
          className={styles['head']}
          columns={[{ label: t`Selection`, ...(selection ? { content: <SelectAll documents={documents} selection={selection} /> } : { hidden: true }) }, ...columnsOf({ order, onOrder, extras })]}
        />
        <tbody>
          {items.flatMap((item, place) => {
            const document = documents[item.index];
            if (!document) return [];
            return [
              gap(item.index, item.start - (items[place - 1]?.end ?? 0)),
              <DocumentTableRow
                key={document.uuid}
                ref={rows.measureElement}
                document={document}
                index={item.index}
                active={item.index === active}
                selected={selection?.selected.has(document.uuid) ?? false}
                onSelect={selection && ((on, withShift) => selectTo(item.index, on, withShift))}
                menu={renderMenu(document)}
                labels={renderLabels?.(document)}
                extras={extras}
                {...(corpus && { corpus })}
                {...(onDrag && selection && { onDrag: (transfer: DataTransfer) => onDrag(transfer, draggedWith(selection.selected, document.uuid)) })}
              />,
            ];
          })}
          {gap(documents.length, rows.getTotalSize() - (items.at(-1)?.end ?? 0))}
        </tbody>
      </table>
    </div>
  );
}
