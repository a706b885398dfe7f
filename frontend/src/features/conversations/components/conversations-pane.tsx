import { t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, MessageCircleQuestion, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { Menu, MenuItem } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';

import { conversationsOptions, useDeleteConversation, type ConversationRow, type Scope } from '../api/conversations';
import { useStartConversation } from '../api/start-conversation';
import { ConversationView } from './conversation-view';
import styles from './conversations.module.css';
import { Examples } from './examples';
import { QuestionForm } from './question-form';

const ConfirmDialog = lazyDialog(
  async () => (await import('@/components/ui/confirm-dialog')).ConfirmDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

interface ConversationListProps {
  scope: Scope;
  selected: string | undefined;
  onSelect: (uuid: string | undefined) => void;
}

type Dialog = 'rename' | 'delete' | null;

function Row({ row, selected, onSelect }: { row: ConversationRow } & Omit<ConversationListProps, 'scope'>) {
  const { uuid, updated, version, isMine, corpus, document } = row;
  const title = row.title || t`Conversation without a question`;
  const [dialog, setDialog] = useState<Dialog>(null);
  const remove = useDeleteConversation(() => uuid === selected && onSelect(undefined));
  return (
    <li className={styles['row']} data-selected={uuid === selected || undefined}>
      <button type="button" className={styles['open']} aria-current={uuid === selected || undefined} onClick={() => onSelect(uuid)}>
        <span className={styles['title']}>{title}</span>
        <span className="muted small truncate">
          {document?.title ?? corpus?.title ?? t`All documents`} · <RelativeTime iso={updated} />
        </span>
      </button>
      {isMine && (
        <Menu trigger={<IconButton label={t`Actions for “${title}”`} tooltip={false} icon={<Ellipsis />} />}>
          <MenuItem icon={<Pencil />} onSelect={() => setDialog('rename')}>
            {t`Rename…`}
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog('delete')}>
            {t`Delete…`}
          </MenuItem>
        </Menu>
      )}
      {dialog === 'rename' && (
        <LazyEditDialog
          title={t`Rename conversation`}
          path={`/api/v1/conversations/${uuid}`}
          affected={[['conversations'], ['conversation', uuid]]}
          version={version}
          fields={[{ name: 'title', label: t`Title`, value: row.title, maxLength: 200 }]}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog open onOpenChange={(open) => open || setDialog(null)} title={t`Delete “${title}”?`} confirm={t`Delete conversation`} onConfirm={() => remove.mutate(uuid)}>
          {t`Its questions and answers are deleted for good. What you saved from them stays.`}
        </ConfirmDialog>
      )}
    </li>
  );
}

/** The conversations of the user, the newest first. */
function ConversationList({ scope, selected, onSelect }: ConversationListProps) {
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(conversationsOptions(scope, search));
  const rows = query.data?.pages.flatMap(nodes) ?? [];
  return (
    <nav className={styles['list']} aria-label={t`Conversations`}>
      <SearchField label={t`Search conversations`} value={search} onChange={setSearch} />
      {query.isPending && <SkeletonRows label={t`Loading the conversations`} />}
      {query.isError && <ErrorNotice title={t`The conversations could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && <p className="muted small">{search ? t`No conversation has these words.` : t`Your conversations are listed here.`}</p>}
      <ul>
        {rows.map((row) => (
          <Row key={row.uuid} {...{ row, selected, onSelect }} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </nav>
  );
}

interface ConversationsPaneProps {
  scope: Scope;
  /** the title of the corpus that is asked; without it, all documents are */
  corpusTitle?: string | undefined;
  selected: string | undefined;
  onSelect: (uuid: string | undefined) => void;
}

function NewConversation({ scope, corpusTitle, onSelect }: Omit<ConversationsPaneProps, 'selected'>) {
  const start = useStartConversation(scope, onSelect);
  return (
    <>
      <div className={styles['messages']}>
        <Notice
          icon={<MessageCircleQuestion />}
          title={corpusTitle === undefined ? t`Ask your documents` : t`Ask “${corpusTitle}”`}
          action={<Examples busy={start.isPending} onAsk={(question) => start.mutate(question)} />}
        >
          {t`Ask in whole sentences. Each sentence of an answer names its sources: choose one to see the words in their document.`}
        </Notice>
      </div>
      <QuestionForm
        corpus={scope.corpus}
        label={t`Question`}
        placeholder={t`When does the lease end?`}
        busy={start.isPending}
        error={start.error}
        onAsk={(question, done) => start.mutate(question, { onSuccess: done })}
      />
    </>
  );
}

/** Conversations about documents: the list, and the chosen one or a new one. */
export function ConversationsPane({ scope, corpusTitle, selected, onSelect }: ConversationsPaneProps) {
  return (
    <div className={styles['pane']}>
      <aside className={styles['side']}>
        <Button icon={<Plus aria-hidden="true" />} disabled={selected === undefined} onClick={() => onSelect(undefined)}>
          {t`New conversation`}
        </Button>
        <ConversationList {...{ scope, selected, onSelect }} />
      </aside>
      <div className={styles['main']}>{selected === undefined ? <NewConversation {...{ scope, corpusTitle, onSelect }} /> : <ConversationView key={selected} uuid={selected} />}</div>
    </div>
  );
}
