import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { FileText, Paperclip } from 'lucide-react';
import { useEffect, useRef, type DragEvent, type ReactNode, type Ref } from 'react';

import { Badge } from '@/components/ui/badge';
import { Checkbox } from '@/components/ui/checkbox';
import { RelativeTime } from '@/components/ui/relative-time';
import { TableHead, type Column } from '@/components/ui/table-head';
import { reportFirstList } from '@/lib/first-view';
import { fileSize, formatNumber, languageName } from '@/lib/format';
import { lazyComponent, lazyPart } from '@/lib/lazy-part';
import { damageText } from '@/lib/messages/documents';
import { isMine } from '@/lib/permissions';
import { exactTime } from '@/lib/time';
import { useRows, type Selection } from '@/lib/use-rows';
import { displayName } from '@/lib/users';

import type { DocumentRow } from '../api/document-list';
import { directionOf, nextOrder, type DocumentOrder, type SortColumn } from '../model/document-order';
import styles from './document-table.module.css';
import { ParentLink } from './parent-link';
import { PublicBadge } from './public-badge';
import { ScanBadge } from './scan-badge';
import { StateBadge } from './state-badge';
import { Thumbnail } from './thumbnail';

/** A column of some lists of documents. */
export interface ExtraColumn {
  label: string;
  className?: string | undefined;
  direction: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  render: (document: DocumentRow) => ReactNode;
}

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

/** The number of attachments of a document. */
function AttachmentCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge tone="neutral" icon={<Paperclip aria-hidden="true" />}>
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="visually-hidden">{plural(count, { one: '# attachment', other: '# attachments' })}</span>
    </Badge>
  );
}

/** The icons of other types than texts, loaded after the first list. */
const useIcons = lazyPart(async () => (await import('./type-icons')).TYPE_ICONS);

/** The icon of a file type, beside its name. */
function TypeIcon({ mimeType }: { mimeType: string }) {
  const icons = useIcons();
  const Icon = icons?.find(([types]) => types.test(mimeType))?.[1] ?? FileText;
  return <Icon aria-hidden="true" />;
}

const RetryButton = lazyComponent(async () => (await import('./retry-button')).RetryButton);

interface DocumentTableRowProps {
  ref: Ref<HTMLTableRowElement>;
  document: DocumentRow;
  index: number;
  corpus?: string | undefined;
  /** whether it is the Tab stop of the list */
  active: boolean;
  selected: boolean;
  /** absent if rows cannot be selected */
  onSelect?: ((selected: boolean, withShift: boolean) => void) | undefined;
  menu: ReactNode;
  labels?: ReactNode;
  extras: readonly ExtraColumn[];
  onDrag?: (transfer: DataTransfer) => void;
}

const useErrorTexts = lazyPart(() => import('@/lib/messages/errors'));
const useServerMessages = lazyPart(() => import('@/lib/messages/server-messages'));

function useProblem({ state, failure, warnings, damage }: DocumentRow): string | undefined {
  const texts = useErrorTexts(state === 'FAILED');
  const [warning] = warnings;
  const messages = useServerMessages(Boolean(warning));
  if (damage) return damageText(damage);
  if (state === 'FAILED') return failure ? texts?.documentFailureText(failure).message : undefined;
  return warning && messages?.warningText(warning);
}

function StateCell({ document }: { document: DocumentRow }) {
  return (
    <div className={styles['state']}>
      <StateBadge state={document.state} />
      <ScanBadge document={document} />
      {document.state === 'FAILED' && <RetryButton document={document} />}
    </div>
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Check whether the title says the same as the file name, with or without its extension. */
export function isNamedAfterFile({ title, filename }: { title: string; filename: string }): boolean {
  return [filename, filename.replace(/\.[^.]*$/, '')].some((name) => plain(name) === plain(title));
}

/** The title is a link that covers the row, and its tooltip has what the columns shorten. */
function TitleCell({ document, corpus, active, labels }: Pick<DocumentTableRowProps, 'document' | 'corpus' | 'active' | 'labels'>) {
  const problem = useProblem(document);
  return (
    <div className={styles['title']}>
      <Thumbnail url={document.thumbnailUrl} />
      <Link
        to="/d/$uuid"
        params={{ uuid: document.uuid }}
        search={corpus ? { c: corpus } : {}}
        title={[document.filename, t`Added ${exactTime(document.created)}`, problem].filter(Boolean).join('\n')}
        className={styles['link']}
        tabIndex={active ? 0 : -1}
        draggable={false}
      >
        {document.title}
      </Link>
      {!isNamedAfterFile(document) && <span className={styles['filename']}>{document.filename}</span>}
      {labels}
      <AttachmentCount count={document.attachmentCount} />
      <ParentLink document={document} corpus={corpus} className={styles['owner']} tabIndex={-1} />
      {document.isPublic && <PublicBadge />}
      {!isMine(document) && <span className={styles['narrowOwner']}>{t`by ${displayName(document.owner)}`}</span>}
      {problem && <span className={styles['problem']}>{problem}</span>}
    </div>
  );
}

function DocumentTableRow({ ref, document, index, corpus, active, selected, onSelect, menu, labels, extras, onDrag }: DocumentTableRowProps) {
  return (
    <tr
      ref={ref}
      className={styles['row']}
      data-index={index}
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      draggable={onDrag !== undefined}
      {...(onDrag && { onDragStart: (event: DragEvent) => onDrag(event.dataTransfer) })}
    >
      <td>{onSelect && <Checkbox label={t`Select ${document.title}`} checked={selected} tabIndex={-1} onChange={onSelect} />}</td>
      <td>
        <TitleCell document={document} corpus={corpus} active={active} labels={labels} />
      </td>
      <td className={styles['type']}>
        <TypeIcon mimeType={document.mimeType} />
        {document.shortTypeName}
      </td>
      <td>
        <StateCell document={document} />
      </td>
      <td className={styles['size']}>{fileSize(document.size)}</td>
      <td className={styles['pages']}>{document.pageCount > 0 ? formatNumber(document.pageCount) : '–'}</td>
      <td className={styles['language']}>{languageName(document.language) || '–'}</td>
      <td className={styles['ownerColumn']}>{displayName(document.owner)}</td>
      <td className={styles['added']}>
        <RelativeTime iso={document.created} />
      </td>
      {extras.map(({ label, className = styles['extra'], render }) => (
        <td key={label} className={className}>
          {render(document)}
        </td>
      ))}
      <td>{menu}</td>
    </tr>
  );
}

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
