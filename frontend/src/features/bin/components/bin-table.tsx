import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { FileText, Folder, Highlighter, Library, ListChecks, MessageSquare, RotateCcw, Table2, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { TableHead, type Column } from '@/components/ui/table-head';
import { afterMutation } from '@/lib/after-mutation';
import { fileSize, quoted } from '@/lib/format';
import { exactTime } from '@/lib/time';
import { showToast } from '@/lib/toasts';

import type { BinItem } from '../api/list-bin';
import { usePurge } from '../api/purge';
import { useRestore } from '../api/restore';
import { BIN_KINDS, pathOf, removalTime } from '../model/bin-item';
import type { BinKind } from '../model/bin-kind';
import styles from './bin-table.module.css';

const ICONS: Record<BinKind, typeof Folder> = { DOCUMENT: FileText, CORPUS: Library, FOLDER: Folder, LABEL: Tag, FIELD: TextCursorInput, ANNOTATION: Highlighter, FIELDSET: ListChecks, EXTRACT: Table2, COMMENT: MessageSquare };

const COLUMNS: readonly Column[] = [
  { label: t`Title` },
  { label: t`Corpus`, className: styles['corpus'] },
  { label: t`Deleted`, className: styles['deleted'] },
  { label: t`Size`, className: styles['size'] },
  { label: t({ message: 'Removed', context: 'column: when it will be removed' }), className: styles['removal'], title: t`When it will be removed from the bin` },
  { label: t`Actions`, hidden: true },
];

/** Keep the keyboard focus in the table when the row of a button disappears. */
function focusNextRow(button: HTMLElement): void {
  const row = button.closest('tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  (next?.querySelector('button') ?? button.closest<HTMLElement>('[role="region"]'))?.focus();
}

function Title({ item: { kind, title, corpusTitle, purgedAt } }: { item: BinItem }) {
  const Icon = ICONS[kind];
  return (
    <div className={styles['title']}>
      <span className={styles['icon']} title={BIN_KINDS[kind].one}>
        <Icon aria-hidden="true" />
        <span className="visually-hidden">{BIN_KINDS[kind].one}</span>
      </span>
      <span className={styles['name']} title={title}>
        {title}
      </span>
      <span className={styles['about']}>{[corpusTitle, t`Removed ${removalTime(purgedAt)}`].filter(Boolean).join(' · ')}</span>
    </div>
  );
}

interface RowProps {
  item: BinItem;
  /** user name of the current user */
  me: string | undefined;
  onOpen: (path: string) => void;
}

function Row({ item, me, onOpen }: RowProps) {
  const { uuid, kind, title, size, corpusTitle, corpusUuid, deletedAt, deletedBy, purgedAt } = item;
  const [confirming, setConfirming] = useState(false);
  const restoration = useRestore();
  const purge = usePurge();
  const path = pathOf(item);
  const done = () => showToast({ text: t`Restored ${quoted(title)}.`, ...(path && { action: { label: t`Open`, run: () => onOpen(path) } }) });
  const restore = (button: HTMLElement) => {
    void afterMutation(restoration.mutateAsync(uuid), done);
    if (button === document.activeElement) focusNextRow(button);
  };
  const deleter = deletedBy && (deletedBy === me ? t`by you` : t`by ${deletedBy}`);
  return (
    <tr>
      <td>
        <Title item={item} />
      </td>
      <td className={styles['corpus']}>
        {corpusUuid && kind !== 'CORPUS' ? (
          <Link to="/c/$uuid" params={{ uuid: corpusUuid }} title={corpusTitle ?? ''}>
            {corpusTitle}
          </Link>
        ) : (
          '–'
        )}
      </td>
      <td className={styles['deleted']}>
        <RelativeTime iso={deletedAt} />
        {deleter && ` ${deleter}`}
      </td>
      <td className={styles['size']}>{size > 0 ? fileSize(size) : '–'}</td>
      <td className={styles['removal']}>
        <time dateTime={purgedAt} title={exactTime(purgedAt)}>
          {removalTime(purgedAt)}
        </time>
      </td>
      <td className={styles['actions']}>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={t`Restore ${title}`}
          busy={restoration.isPending}
          onClick={({ currentTarget }) => restore(currentTarget)}
        >
          {t`Restore`}
        </Button>
        <IconButton label={t`Delete ${title} permanently`} tooltip={false} title={t`Delete permanently`} icon={<Trash2 />} onClick={() => setConfirming(true)} />
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          title={t`Delete ${quoted(title)} permanently?`}
          confirm={t`Delete permanently`}
          onConfirm={() => purge.mutate(uuid)}
        >
          {t`${BIN_KINDS[kind].purged} This cannot be undone.`}
        </ConfirmDialog>
      </td>
    </tr>
  );
}

interface BinTableProps {
  items: readonly BinItem[];
  me: string | undefined;
  onOpen: (path: string) => void;
}

/** Table of the bin, last deleted first. */
export function BinTable({ items, ...rest }: BinTableProps) {
  return (
    <table className={styles['table']}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {items.map((item) => (
          <Row key={item.uuid} item={item} {...rest} />
        ))}
      </tbody>
    </table>
  );
}
