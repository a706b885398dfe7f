import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '@/components/ui/button';
import { useEditQueue } from '@/features/edits/edit-queue';
import { sessionOptions } from '@/features/session/api/session';
import { clearSent } from '@/lib/clear-sent';
import { readDraft, writeDraft } from '@/lib/drafts';
import { toApiError } from '@/lib/errors';
import { lazyComponent } from '@/lib/lazy-part';
import { displayName, type UserName } from '@/lib/users';
import { uuidv7 } from '@/lib/uuid';

import type { CommentEdit } from '../api/comment-edits';
import { useSendComment } from '../api/edit-comments';
import { mentionableOptions, type Subject } from '../api/threads';
import styles from './comments.module.css';

const AnsweringAgents = lazyComponent(async () => (await import('./answering-agents')).AnsweringAgents);

const NO_USERS: readonly UserName[] = [];
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

// The mention that is being typed: `@` and the beginning of a name, up to the caret.

interface TypedMention {
  /** index of the `@` */
  start: number;
  search: string;
}

export function typedMention(text: string, caret: number): TypedMention | null {
  const match = /(?:^|[^\p{L}\p{N}_@./+-])@([\p{L}\p{N}_.+-]{0,150})$/u.exec(text.slice(0, caret));
  const search = match?.[1];
  return search === undefined ? null : { start: caret - search.length - 1, search };
}

/** Return the text with the name in place of what was typed, and the new position of the caret. */
export function completeMention(text: string, { start, search }: TypedMention, username: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${username} `;
  return { text: before + text.slice(start + 1 + search.length).replace(/^ /, ''), caret: before.length };
}

/** The names that complete the mention at the caret. */
function useSuggestions(subject: Subject, typed: TypedMention | null) {
  const { data } = useQuery({ ...mentionableOptions(subject, typed?.search ?? ''), enabled: typed !== null, placeholderData: keepPreviousData });
  const [index, setIndex] = useState(0);
  const users = typed === null ? NO_USERS : (data ?? NO_USERS);
  return { users, index: Math.min(index, users.length - 1), setIndex };
}

interface SuggestionsProps {
  id: string;
  users: readonly UserName[];
  index: number;
  onChoose: (user: UserName) => void;
}

function Suggestions({ id, users, index, onChoose }: SuggestionsProps) {
  if (users.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={t`Users`} className={styles['suggestions']}>
      {users.map((user, number) => (
        <div
          key={user.username}
          id={`${id}-${number}`}
          role="option"
          aria-selected={number === index}
          className={styles['suggestion']}
          // The focus stays in the text.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(user);
          }}
        >
          <span className="truncate">{displayName(user)}</span> <span className="muted">@{user.username}</span>
        </div>
      ))}
    </div>
  );
}

/** The text that is being written. It is kept for this tab, and so is the id of the comment until it is sent. */
function useDraft(place: string) {
  const [text, setText] = useState(() => readDraft(place));
  const [id, setId] = useState(uuidv7);
  const change = (next: string) => {
    setText(next);
    writeDraft(place, next);
  };
  const clear = () => {
    // More may have been typed while it was being sent.
    setText(clearSent(text));
    if (readDraft(place) === text) writeDraft(place, '');
    setId(uuidv7());
  };
  return { text, id, change, clear };
}

/** Send a comment: by the queue of the document that is open, or else at once. */
function useSending({ id, text, clear }: ReturnType<typeof useDraft>, subject: Subject, thread: string | undefined) {
  const sending = useSendComment();
  const queue = useEditQueue();
  const { data: me } = useQuery(sessionOptions);
  const send = () => {
    if (text.trim() === '' || sending.isPending) return;
    const comment = { id, text, subject, thread };
    if (!queue) return sending.mutate(comment, { onSuccess: clear });
    const author = me ? { username: me.username, name: me.name } : null;
    queue.add({ type: 'comment', group: id, ...comment, author, created: new Date().toISOString() } satisfies CommentEdit);
    clear();
  };
  return { sending, send };
}

interface ComposerProps {
  subject: Subject;
  /** the thread of a reply; without it, a new thread is started */
  thread?: string;
  /** where the text is kept; by default, that is named by the subject */
  draft?: string;
  label: string;
  placeholder: string;
}

/** A field for a comment: names are completed after `@`, Ctrl+Enter sends. */
export function Composer({ subject, thread, draft: place, label, placeholder }: ComposerProps) {
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`comment:${place ?? thread ?? subject.annotationId ?? `${subject.corpusId}:${subject.documentId ?? ''}`}`);
  const [typed, setTyped] = useState<TypedMention | null>(null);
  const { users, index, setIndex } = useSuggestions(subject, typed);
  const { sending, send } = useSending(draft, subject, thread);
  const hasText = draft.text.trim() !== '';
  const choose = ({ username }: UserName) => {
    if (!typed) return;
    const { text, caret } = completeMention(draft.text, typed, username);
    draft.change(text);
    setTyped(null);
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const onListKey = (event: KeyboardEvent) => {
    const user = users[index];
    const step = STEPS[event.key];
    if (step !== undefined) setIndex((index + step + users.length) % users.length);
    else if (event.key === 'Escape') setTyped(null);
    else if ((event.key === 'Enter' || event.key === 'Tab') && user) choose(user);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (users.length > 0) onListKey(event);
  };
  const onText = ({ value, selectionStart }: HTMLTextAreaElement) => {
    draft.change(value);
    setTyped(typedMention(value, selectionStart));
    setIndex(0);
  };
  return (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={hasText ? 3 : 1}
        maxLength={10_000}
        aria-label={label}
        placeholder={placeholder}
        aria-autocomplete="list"
        {...(users.length > 0 && { 'aria-controls': list, 'aria-activedescendant': `${list}-${index}` })}
        value={draft.text}
        readOnly={sending.isPending}
        onChange={({ target }) => onText(target)}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
      />
      <Suggestions id={list} users={users} index={index} onChoose={choose} />
      {sending.isError && (
        <p role="alert" className={styles['error']}>
          {toApiError(sending.error).message}
        </p>
      )}
      {hasText && <AnsweringAgents subject={subject} isReply={thread !== undefined} />}
      {hasText && (
        <div className={styles['send']}>
          <span className="muted small">{t`Markdown. Ctrl+Enter sends.`}</span>
          <Button type="submit" variant="primary" size="small" busy={sending.isPending}>
            {thread ? t`Reply` : t`Comment`}
          </Button>
        </div>
      )}
    </form>
  );
}
