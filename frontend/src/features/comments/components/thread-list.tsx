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
import { threadsOptions, type Subject, type Thread } from '../api/threads';
import { withWaiting } from '../model/waiting-comments';
import { Composer } from './composer';
import styles from './comments.module.css';
import { firstCommentOf, ThreadView, type Viewer } from './thread-view';

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
