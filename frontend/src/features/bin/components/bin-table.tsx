import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Folder, Highlighter, Library, ListChecks, MessageSquare, RotateCcw, Table2, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { TableHead, type Column } from '@/components/ui/table-head';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { afterMutation } from '@/lib/after-mutation';
import { fileSize, inSentence, quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { exactTime } from '@/lib/time';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { othersItemsOptions, type BinItem } from '../api/list-bin';
import { useRestore } from '../api/restore';
import { BIN_KIND_NAMES, isBinKind, type BinKind } from '../model/bin-kind';
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

// Items in the bin: kinds, texts and where they are after restoring them.

interface KindTexts {
  one: string;
  many: string;
  /** what is removed with it */
  purged: string;
}

const BIN_KINDS: Readonly<Record<BinKind, KindTexts>> = {
  DOCUMENT: { one: t`Document`, many: t`Documents`, purged: t`The file, its text, its attachments and its annotations are removed.` },
  CORPUS: { one: t`Corpus`, many: t`Corpora`, purged: t`Its annotations, labels and folders are removed. Its documents are kept.` },
  FOLDER: { one: t`Folder`, many: t`Folders`, purged: t`Its subfolders are removed. Its documents are kept.` },
  LABEL: { one: t`Label`, many: t`Labels`, purged: t`The annotations that were deleted with it are removed.` },
  FIELD: { one: t`Field`, many: t`Fields`, purged: t`The values that documents have for it are removed.` },
  ANNOTATION: { one: t`Annotation`, many: t`Annotations`, purged: t`The annotation is removed.` },
  FIELDSET: { one: t`Fieldset`, many: t`Fieldsets`, purged: t`Its questions are removed. Its extracts are kept.` },
  EXTRACT: { one: t`Extract`, many: t`Extracts`, purged: t`Its answers and their reviews are removed.` },
  COMMENT: { one: t`Comment`, many: t`Comments`, purged: t`Its text is removed.` },
};

const DAY_MS = 86_400_000;

/** Return when an item will be removed: "in 29 days". A nightly job removes what is due. */
export function removalTime(purgedAt: string, now: number = Date.now()): string {
  const days = Math.ceil((Date.parse(purgedAt) - now) / DAY_MS);
  return days > 0 ? plural(days, { one: 'in # day', other: 'in # days' }) : t`tonight`;
}

interface Restored {
  uuid: string;
  kind: BinKind;
  corpusUuid: string | null;
  documentUuid: string | null;
}

/** The tab of the page of the corpus that shows an item. */
const TABS: Partial<Record<BinKind, string>> = { LABEL: '?tab=labels', FIELD: '?tab=labels', COMMENT: '?tab=comments' };

/** Return the path of the page that shows a restored item. */
export function pathOf({ uuid, kind, corpusUuid, documentUuid }: Restored): string | undefined {
  if (kind === 'DOCUMENT') return `/d/${uuid}`;
  if (kind === 'CORPUS') return `/c/${uuid}`;
  if (!corpusUuid) return undefined;
  if (kind === 'FOLDER') return `/c/${corpusUuid}?folder=${uuid}`;
  if (kind === 'COMMENT' && documentUuid) return `/d/${documentUuid}?c=${corpusUuid}`;
  if (kind !== 'ANNOTATION') return `/c/${corpusUuid}${TABS[kind] ?? ''}`;
  return documentUuid ? `/d/${documentUuid}?c=${corpusUuid}&a=${uuid}` : undefined;
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

const purging = graphql(
  `
    mutation PurgeFromBin($input: PurgeFromBinInput!) {
      purgeFromBin(input: $input) {
        purgedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const emptying = graphql(
  `
    mutation EmptyBin($input: EmptyBinInput!) {
      emptyBin(input: $input) {
        job
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const AFFECTED = keysOf('bin', 'usage', 'jobs');

const usePurge = () => useInvalidatingMutation({ mutationFn: (uuid: string) => mutate(purging, { id: uuid }), affected: AFFECTED });

/** Start a job that empties the bin. */
const useEmptyBin = () =>
  useInvalidatingMutation({ mutationFn: (kind: BinKind | undefined) => mutate(emptying, { ...(kind && { kind }) }), affected: AFFECTED });

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

interface BinFilterProps {
  kind: BinKind | undefined;
  onKind: (kind: BinKind | undefined) => void;
}

export function BinFilter({ kind, onKind }: BinFilterProps) {
  return (
    <Select label={t`Kind`} value={kind ?? ''} onChange={({ target }) => onKind(isBinKind(target.value) ? target.value : undefined)}>
      <option value="">{t`All kinds`}</option>
      {BIN_KIND_NAMES.map((name) => (
        <option key={name} value={name}>
          {BIN_KINDS[name].many}
        </option>
      ))}
    </Select>
  );
}

interface EmptyBinProps {
  /** only what is of this kind */
  kind: BinKind | undefined;
  onShowJob: (uuid: string) => void;
}

export function EmptyBin({ kind, onShowJob }: EmptyBinProps) {
  const [open, setOpen] = useState(false);
  const empty = useEmptyBin();
  const { data: left = 0 } = useQuery({ ...othersItemsOptions(kind), enabled: open });
  const items = kind && inSentence(BIN_KINDS[kind].many);
  const name = items ? t`Delete all ${items}` : t`Empty bin`;
  const confirm = async () => {
    const { job } = await empty.mutateAsync(kind);
    showToast({ text: t`The bin is being emptied.`, ...(job && { action: { label: t`Show job`, run: () => onShowJob(job) } }) });
  };
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} busy={empty.isPending} onClick={() => setOpen(true)}>
        {name}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={kind ? t`${name} in the bin?` : t`Empty the bin?`}
        confirm={name}
        onConfirm={() => void confirm().catch(() => undefined)}
      >
        {items
          ? t`All ${items} in the bin that you own or deleted yourself will be removed, in the background. This cannot be undone.`
          : t`Everything in the bin that you own or deleted yourself will be removed, in the background. This cannot be undone.`}{' '}
        {left > 0 &&
          plural(left, {
            one: '# item that other users deleted in shared corpora stays in the bin.',
            other: '# items that other users deleted in shared corpora stay in the bin.',
          })}
      </ConfirmDialog>
    </>
  );
}
