// The threads of a document with the comments and changes that the server has not stored yet.
import type { TextsEdit } from '@/features/edits/texts-kind';

import type { CommentEdit } from '../api/comment-edits';
import type { Comment, Subject, Thread } from '../api/threads';

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

export function withWaiting(threads: readonly Thread[], subject: Subject, comments: readonly CommentEdit[], changes: readonly TextsEdit[]): readonly Thread[] {
  const added = comments.filter((each) => each.thread !== undefined || isListed(each, subject)).reduce(addComment, threads);
  return changes.reduce(changeComment, added);
}
