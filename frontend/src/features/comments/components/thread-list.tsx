import { t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { useWaitingEdits } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { sessionOptions } from '@/features/session/api/session';
import { isFailed } from '@/lib/failed-query';
import { nodes } from '@/lib/relay';

import type { CommentEdit } from '../api/comment-edits';
import { threadsOptions, type Comment, type Subject, type Thread } from '../api/threads';
import styles from './comments.module.css';
import { Composer } from './composer';
import { firstCommentOf, ThreadView, type Viewer } from './thread-view';

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
