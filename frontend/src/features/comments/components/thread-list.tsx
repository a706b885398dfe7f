import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot, Check, MessageSquare, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type Ref } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { useEditDialogPart } from '@/components/ui/edit-dialog-part';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { Markdown } from '@/components/ui/markdown';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Waiting } from '@/features/edits/components/waiting';
import { useEditQueue, useWaitingEdits } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { sessionOptions } from '@/features/session/api/session';
import { isFailed } from '@/lib/failed-query';
import { lazyComponent } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { displayName } from '@/lib/users';
import { uuidv7 } from '@/lib/uuid';

import type { CommentEdit } from '../api/comment-edits';
import { reportChange, useDeleteComment, useResolveThread } from '../api/edit-comments';
import { threadsOptions, type AgentRun, type Comment, type Subject, type Thread } from '../api/threads';
import styles from './comments.module.css';
import { Composer } from './composer';

// The threads of a document with the comments and changes that the server has not stored yet.

const commentsOf = ({ comments }: Thread): Comment[] => comments.edges.map(({ node }) => node);

const withComments = (thread: Thread, comments: readonly Comment[]): Thread => ({ ...thread, comments: { ...thread.comments, edges: comments.map((node) => ({ node })) } });

/** No agent has written it, and the server has not given it a global id. */
const OF_A_USER = { id: '', agent: '', engine: '', conversation: null, pendingProposals: 0 };

const commentOf = ({ id, text, author, created }: CommentEdit): Comment => ({ ...OF_A_USER, uuid: id, text, author, created, version: '', isDeleted: false, edited: null, mentions: [], pending: true });

/** Check whether a thread is the one that is replied to. Until the server has stored it, it is named by its first comment. */
const isThread = (thread: Thread, name: string) => thread.uuid === name || commentsOf(thread)[0]?.uuid === name;

function addComment(threads: readonly Thread[], edit: CommentEdit): readonly Thread[] {
  if (threads.some((thread) => commentsOf(thread).some(({ uuid }) => uuid === edit.id))) return threads;
  const { thread: repliedTo } = edit;
  if (repliedTo !== undefined) return threads.map((thread) => (isThread(thread, repliedTo) ? withComments(thread, [...commentsOf(thread), commentOf(edit)]) : thread));
  const { documentId } = edit.subject;
  const thread: Thread = {
    uuid: edit.id,
    version: '',
    isResolved: false,
    resolvedBy: null,
    document: documentId === undefined ? null : { uuid: documentId, title: '' },
    // The panel shows which annotation is discussed.
    annotation: null,
    agentRuns: [],
    comments: { pageInfo: { hasNextPage: false }, edges: [{ node: commentOf(edit) }] },
  };
  return [thread, ...threads];
}

const changeComment = (threads: readonly Thread[], { uuid, change }: TextsEdit): readonly Thread[] =>
  threads.map((thread) => withComments(thread, commentsOf(thread).map((each) => (each.uuid === uuid ? { ...each, text: change['text'] ?? each.text, pending: true } : each))));

/** Check whether a comment is one of those that are listed. */
const isListed = ({ subject }: CommentEdit, { annotationId }: Subject) => annotationId === undefined || subject.annotationId === annotationId;

function withWaiting(threads: readonly Thread[], subject: Subject, comments: readonly CommentEdit[], changes: readonly TextsEdit[]): readonly Thread[] {
  const added = comments.filter((each) => each.thread !== undefined || isListed(each, subject)).reduce(addComment, threads);
  return changes.reduce(changeComment, added);
}

const NO_PERMISSIONS: readonly string[] = [];
const NO_THREADS: readonly Thread[] = [];

interface ThreadListProps {
  subject: Subject;
  /** "this document" */
  /** what a new comment is about: the label of its field */
  about: string;
  /** the thread that a link leads to */
  selected?: string | undefined;
}

/** Return the threads with the comments that wait to be stored, and with changes that do. */
function useThreadsWithWaiting(stored: readonly Thread[], subject: Subject): readonly Thread[] {
  return withWaiting(stored, subject, useWaitingEdits<CommentEdit>('comment'), useWaitingEdits<TextsEdit>('texts'));
}

interface Viewer {
  username: string;
  mayComment: boolean;
  mayEdit: boolean;
}

interface CommentViewProps {
  comment: Comment;
  /** of the thread */
  place: Subject;
  viewer: Viewer;
}

/** The name of a thread that stays the same when the server has stored it. */
const firstCommentOf = (thread: Thread) => nodes(thread.comments)[0]?.uuid ?? thread.uuid;

interface EditCommentProps {
  comment: Comment;
  place: Subject;
  /** the dialog, if it was loaded before it is opened */
  loaded: ReturnType<typeof useEditDialogPart>;
  onClose: () => void;
}

function EditComment({ comment: { uuid, version, text }, place, loaded, onClose }: EditCommentProps) {
  const [Dialog] = useState(() => loaded?.EditDialog ?? LazyEditDialog);
  const [group] = useState(uuidv7);
  const queue = useEditQueue();
  const path = `/api/v1/comments/${uuid}`;
  const done = t`Changed a comment`;
  return (
    <Dialog
      title={t`Edit comment`}
      path={path}
      version={version}
      fields={[{ name: 'text', label: t`Comment`, value: text, multiline: true, maxLength: 10_000 }]}
      constants={{ group }}
      draft={`edited-comment:${uuid}`}
      {...(queue && {
        later: { isNew: false, save: (change, base) => queue.add({ type: 'texts', group, target: path, uuid, path, change, base, affected: [['threads', place.corpusId]], title: t`Change of a comment`, done } satisfies TextsEdit) },
      })}
      onSaved={() => reportChange({ subject: place, group }, done)}
      onClose={onClose}
    />
  );
}

function CommentActions({ comment, place, viewer }: CommentViewProps) {
  const [editing, setEditing] = useState(false);
  const dialog = useEditDialogPart();
  const deletion = useDeleteComment();
  const isMine = viewer.mayComment && comment.author?.username === viewer.username;
  return (
    <span className={styles['actions']}>
      {isMine && !comment.agent && <IconButton label={t`Edit the comment`} icon={<Pencil />} onClick={() => setEditing(true)} />}
      {(isMine || viewer.mayEdit) && <IconButton label={t`Delete the comment`} icon={<Trash2 />} onClick={() => deletion.mutate({ uuid: comment.uuid, subject: place })} />}
      {editing && <EditComment comment={comment} place={place} loaded={dialog} onClose={() => setEditing(false)} />}
    </span>
  );
}

const AgentAnswer = lazyComponent(async () => (await import('./agent-answer')).AgentAnswer);

/** The answer of an agent: it never looks like that of a person. */
function AgentComment(props: CommentViewProps) {
  const { agent, engine, author, created } = props.comment;
  const model = engine === 'reader' ? t`offline reader` : engine;
  return (
    <li className={`${styles['comment'] ?? ''} ${styles['agent'] ?? ''}`}>
      <div className={styles['byline']}>
        <strong className="truncate">{agent}</strong>
        <Badge tone="info" icon={<Bot aria-hidden="true" />}>
          {t`Agent`}
        </Badge>
        <span className="muted small truncate" title={author ? t`Runs in the name of ${displayName(author)}` : undefined}>
          {model} · <RelativeTime iso={created} />
        </span>
        <CommentActions {...props} />
      </div>
      <AgentAnswer comment={props.comment} corpusId={props.place.corpusId} />
    </li>
  );
}

const AgentRunView = lazyComponent(async () => (await import('./agent-answer')).AgentRunView);

/** A comment, with the agents that are answering it or could not. */
function CommentView({ runs, ...props }: CommentViewProps & { runs: readonly AgentRun[] }) {
  const { author, text, mentions, created, edited, isDeleted, pending, agent } = props.comment;
  if (isDeleted) return <li className={styles['deleted']}>{t`Deleted`}</li>;
  if (agent) return <AgentComment {...props} />;
  return (
    <li className={styles['comment']}>
      <div className={styles['byline']}>
        <strong className="truncate">{author ? displayName(author) : t`A former user`}</strong>
        <span className="muted small">
          <RelativeTime iso={created} />
          {edited && <> · {t`edited`}</>}
        </span>
        {pending ? <Waiting /> : <CommentActions {...props} />}
      </div>
      <Markdown text={text} names={mentions.map(({ username }) => username)} />
      {runs.map((run) => (
        <AgentRunView key={run.uuid} run={run} />
      ))}
    </li>
  );
}

function Place({ thread, subject }: { thread: Thread; subject: Subject }) {
  const { document, annotation } = thread;
  if (subject.annotationId || !document) return null;
  const mark = annotation && (
    <>
      <LabelDot color={annotation.label.color} />
      <span className="truncate">
        {annotation.label.name}: {annotation.quote}
      </span>
    </>
  );
  if (subject.documentId && !mark) return null;
  return (
    <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: subject.corpusId, t: thread.uuid, ...(annotation && { a: annotation.uuid }) }} className={styles['place']}>
      {!subject.documentId && <span className="truncate">{document.title}</span>}
      {mark}
    </Link>
  );
}

function Resolve({ thread, place }: { thread: Thread; place: Subject }) {
  const resolving = useResolveThread();
  const toggle = () => resolving.mutate({ uuid: thread.uuid, resolved: !thread.isResolved, subject: place, group: uuidv7() });
  return (
    <Button size="small" variant="quiet" busy={resolving.isPending} icon={thread.isResolved ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />} onClick={toggle}>
      {thread.isResolved ? t`Reopen` : t`Resolve`}
    </Button>
  );
}

interface ThreadViewProps {
  thread: Thread;
  subject: Subject;
  viewer: Viewer;
  /** the thread that a link leads to */
  selected: boolean;
}

function Comments({ thread, subject, viewer }: Omit<ThreadViewProps, 'selected'>) {
  const comments = nodes(thread.comments);
  const place = { corpusId: subject.corpusId, documentId: thread.document?.uuid };
  const isNew = thread.version === '';
  const later = thread.agentRuns.filter((run) => !comments.some(({ uuid }) => uuid === run.comment)); // of comments that are not shown
  return (
    <>
      <ol className={styles['comments']}>
        {comments.map((comment) => (
          <CommentView key={comment.uuid} comment={comment} place={place} viewer={viewer} runs={thread.agentRuns.filter((run) => run.comment === comment.uuid)} />
        ))}
      </ol>
      {later.map((run) => (
        <AgentRunView key={run.uuid} run={run} />
      ))}
      {thread.comments.pageInfo.hasNextPage && <p className="muted small">{t`Only the first ${comments.length} comments are shown.`}</p>}
      {viewer.mayComment && !thread.isResolved && (
        <Composer subject={place} thread={thread.uuid} draft={firstCommentOf(thread)} label={t`Reply`} placeholder={t`Reply…`} />
      )}
      {viewer.mayComment && !isNew && <Resolve thread={thread} place={place} />}
    </>
  );
}

interface FoldProps {
  thread: Thread;
  title: string;
  open: boolean;
  onToggle: () => void;
  ref: Ref<HTMLButtonElement>;
}

function Fold({ thread: { resolvedBy, comments }, title, open, onToggle, ref }: FoldProps) {
  return (
    <button ref={ref} type="button" className={styles['fold']} aria-expanded={open} onClick={onToggle}>
      <Check aria-hidden="true" />
      <span className="truncate">
        {resolvedBy ? t`Resolved by ${displayName(resolvedBy)}: ${title}` : t`Resolved: ${title}`}
      </span>
      <span className="muted small">{plural(comments.edges.length, { one: '# comment', other: '# comments' })}</span>
    </button>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Return the ref of the line of a resolved thread. It gets the focus when that was lost with the comments that are folded. */
function useFold(isResolved: boolean) {
  const fold = useRef<HTMLButtonElement>(null);
  const wasResolved = useRef(isResolved);
  useEffect(() => {
    if (isResolved && !wasResolved.current && document.activeElement === document.body) fold.current?.focus({ preventScroll: true });
    wasResolved.current = isResolved;
  }, [isResolved]);
  return fold;
}

/** A thread: its place, its comments, and a field for a reply. A resolved one is folded. */
function ThreadView({ thread, subject, viewer, selected }: ThreadViewProps) {
  const [unfolded, setUnfolded] = useState(selected);
  const fold = useFold(thread.isResolved);
  const title = nodes(thread.comments).find(({ isDeleted }) => !isDeleted)?.text.slice(0, 60) ?? '';
  const isOpen = !thread.isResolved || unfolded;
  return (
    <article ref={selected ? scrollTo : null} className={styles['thread']} data-selected={selected || undefined} aria-label={t`Thread: ${title}`}>
      <Place thread={thread} subject={subject} />
      {thread.isResolved && <Fold ref={fold} thread={thread} title={title} open={isOpen} onToggle={() => setUnfolded(!unfolded)} />}
      {isOpen && <Comments thread={thread} subject={subject} viewer={viewer} />}
    </article>
  );
}

/** The permissions of the user here. */
function useViewer(permissions: readonly string[]): Viewer {
  const { data: user } = useQuery(sessionOptions);
  return { username: user?.username ?? '', mayComment: permissions.includes('ANNOTATE') || permissions.includes('REVIEW'), mayEdit: permissions.includes('EDIT') };
}

/** The threads of a corpus, a document or an annotation, and a field that starts one. Resolved ones are at the end. */
export function ThreadList({ subject, about, selected }: ThreadListProps) {
  const list = useInfiniteQuery({
    ...threadsOptions(subject),
    placeholderData: (previous, query) => (query?.queryKey[1] === subject.corpusId ? keepPreviousData(previous) : undefined),
  });
  const all = useThreadsWithWaiting(list.data?.pages.flatMap((page) => nodes<Thread>(page)) ?? NO_THREADS, subject);
  const viewer = useViewer(list.data?.pages[0]?.myPermissions ?? NO_PERMISSIONS);
  if (list.isPending) return <SkeletonRows label={t`Loading the comments`} />;
  if (isFailed(list)) return <ErrorNotice title={t`The comments could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  const { mayComment } = viewer;
  const threads = all.toSorted((one, other) => Number(one.isResolved) - Number(other.isResolved));
  return (
    <Scroller label={t`Comments`} more={list}>
      <div className={styles['list']}>
        {mayComment ? (
          <Composer key={JSON.stringify(subject)} subject={subject} label={about} placeholder={`${about}…`} />
        ) : (
          <p className="muted small">{t`You have view access. To comment, ask the owner for a role that may annotate or review.`}</p>
        )}
        {threads.length === 0 && (
          <Notice icon={<MessageSquare />} title={t`No comments yet`}>
            {mayComment && t`Write “@” to mention a user: they are notified.`}
          </Notice>
        )}
        {threads.map((thread) => (
          <ThreadView key={firstCommentOf(thread)} thread={thread} subject={subject} viewer={viewer} selected={thread.uuid === selected} />
        ))}
      </div>
    </Scroller>
  );
}
