import { t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MessageSquare } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { sessionOptions } from '@/features/session/api/session';
import { nodes } from '@/lib/relay';

import { threadsOptions, type Subject } from '../api/threads';
import { Composer } from './composer';
import styles from './comments.module.css';
import { ThreadView } from './thread-view';

interface ThreadListProps {
  subject: Subject;
  /** "this document" */
  /** what a new comment is about: the label of its field */
  about: string;
  /** the thread that a link leads to */
  selected?: string | undefined;
}

/** The threads of a corpus, a document or an annotation, and a field that starts one. Resolved ones are at the end. */
export function ThreadList({ subject, about, selected }: ThreadListProps) {
  const { data: user } = useQuery(sessionOptions);
  const list = useInfiniteQuery({
    ...threadsOptions(subject),
    placeholderData: (previous, query) => (query?.queryKey[1] === subject.corpusId ? keepPreviousData(previous) : undefined),
  });
  if (list.isPending) return <SkeletonRows label={t`Loading the comments`} />;
  if (list.isError) return <ErrorNotice title={t`The comments could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  const permissions = list.data.pages[0]?.myPermissions ?? [];
  const mayComment = permissions.includes('ANNOTATE') || permissions.includes('REVIEW');
  const viewer = { username: user?.username ?? '', mayComment, mayEdit: permissions.includes('EDIT') };
  const threads = list.data.pages.flatMap(nodes).toSorted((one, other) => Number(one.isResolved) - Number(other.isResolved));
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
          <ThreadView key={thread.uuid} thread={thread} subject={subject} viewer={viewer} selected={thread.uuid === selected} />
        ))}
      </div>
    </Scroller>
  );
}
