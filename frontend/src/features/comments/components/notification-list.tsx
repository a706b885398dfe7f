import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellOff, Check, CheckCheck, Mail } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { pageCursor, userError, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { plainText } from '@/lib/markdown';
import { byCursor, nodes } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { displayName } from '@/lib/users';

import styles from './notifications.module.css';

const query = graphql(
  `
    query Notifications($first: Int!, $after: String) {
      notifications(first: $first, after: $after) {
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            kind
            text
            created
            isRead
            count
            agent
            author {
              ...UserName
            }
            export {
              filename
              state
            }
            corpus {
              uuid
              title
            }
            thread {
              uuid
              corpus {
                uuid
                title
              }
              document {
                uuid
                title
              }
              annotation {
                uuid
                quote
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor, userName],
);

type Notification = ResultOf<typeof query>['notifications']['edges'][number]['node'];

const notificationsOptions = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ pageParam }) => (await request(query, { first: 50, after: pageParam })).notifications,
  ...byCursor,
});

const update = graphql(
  `
    mutation UpdateNotification($input: UpdateNotificationInput!) {
      updateNotification(input: $input) {
        notification {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const readAll = graphql(
  `
    mutation ReadAllNotifications($input: ReadAllNotificationsInput!) {
      readAllNotifications(input: $input) {
        count
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const useMarkNotification = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, read }: { uuid: string; read: boolean }) => mutate(update, { id: uuid, read }),
  });

/** Marks those until the newest one on the screen: others may have come meanwhile. */
const useMarkAllRead = () => useInvalidatingMutation({ mutationFn: (until: string) => mutate(readAll, { until }) });

interface TargetProps {
  notification: Notification;
  onOpen: () => void;
}

function ExportTarget({ notification, onOpen }: TargetProps) {
  const { export: file, created } = notification;
  const name = file?.filename ?? t`A deleted export`;
  return (
    <Link to="/exports" className={styles['link'] ?? ''} onClick={onOpen}>
      <span>
        {file?.state === 'FAILED' ? (
          <Trans>
            <strong>{name}</strong> could not be written
          </Trans>
        ) : (
          <Trans>
            <strong>{name}</strong> is ready to download
          </Trans>
        )}
      </span>
      <span className="muted small">
        <RelativeTime iso={created} />
      </span>
    </Link>
  );
}

function RetentionTarget({ notification, onOpen }: TargetProps) {
  const { corpus, count, created } = notification;
  if (!corpus) return null;
  return (
    <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} className={styles['link'] ?? ''} onClick={onOpen}>
      <span>
        <Plural value={count} one="# document left" other="# documents left" /> <strong>{corpus.title}</strong>
      </span>
      <span className={styles['text']}>{t`The retention rule of the corpus moved documents to the bin, or took them out of the corpus.`}</span>
      <span className="muted small">
        <RelativeTime iso={created} />
      </span>
    </Link>
  );
}

function Target({ notification, onOpen }: TargetProps) {
  const { kind, author, agent, text, thread, created } = notification;
  if (kind === 'RETENTION') return <RetentionTarget {...{ notification, onOpen }} />;
  if (!thread) return <ExportTarget {...{ notification, onOpen }} />;
  const { corpus, document, annotation } = thread;
  const user = author ? displayName(author) : t`A former user`;
  const name = agent ? t`Agent “${agent}”` : user;
  const title = document?.title ?? corpus.title;
  const content = (
    <>
      <span>
        {kind === 'MENTION' ? (
          <Trans>
            <strong>{name}</strong> mentioned you in <strong>{title}</strong>
          </Trans>
        ) : (
          <Trans>
            <strong>{name}</strong> replied in <strong>{title}</strong>
          </Trans>
        )}
      </span>
      {annotation && <span className={styles['quote']}>{annotation.quote}</span>}
      <span className={styles['text']}>{plainText(text)}</span>
      <span className="muted small">
        <RelativeTime iso={created} />
      </span>
    </>
  );
  const common = { className: styles['link'] ?? '', onClick: onOpen };
  if (!document) {
    return (
      <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} search={{ tab: 'comments', thread: thread.uuid }} {...common}>
        {content}
      </Link>
    );
  }
  return (
    <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpus.uuid, t: thread.uuid, ...(annotation && { a: annotation.uuid }) }} {...common}>
      {content}
    </Link>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { uuid, isRead } = notification;
  const marking = useMarkNotification();
  const mark = (read: boolean) => marking.mutate({ uuid, read });
  return (
    <li className={styles['row']} data-unread={!isRead || undefined}>
      {!isRead && <span className="visually-hidden">{t`Unread`}</span>}
      <Target notification={notification} onOpen={() => isRead || mark(true)} />
      <IconButton label={isRead ? t`Mark as unread` : t`Mark as read`} icon={isRead ? <Mail /> : <Check />} onClick={() => mark(!isRead)} />
    </li>
  );
}

/** The page of the notifications: mentions, replies to threads in which the user wrote, and exports that have ended. */
export function NotificationList() {
  const list = useInfiniteQuery(notificationsOptions);
  const markAll = useMarkAllRead();
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  const newest = rows[0];
  const action = newest && rows.some(({ isRead }) => !isRead) && (
    <Button icon={<CheckCheck aria-hidden="true" />} busy={markAll.isPending} onClick={() => markAll.mutate(newest.created)}>
      {t`Mark all as read`}
    </Button>
  );
  return (
    <PageFrame title={t`Notifications`} actions={action}>
      {list.isPending && <SkeletonRows label={t`Loading the notifications`} />}
      {list.isError && <ErrorNotice title={t`The notifications could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Notice icon={<BellOff />} title={t`No notifications yet`}>
          {t`When another user mentions you in a comment, or answers one of yours, or a large export is ready, it is listed here.`}
        </Notice>
      )}
      {rows.length > 0 && (
        <Scroller label={t`Notifications`} more={list}>
          <ul aria-label={t`Notifications`} className={styles['list']}>
            {rows.map((notification) => (
              <Row key={notification.uuid} notification={notification} />
            ))}
          </ul>
        </Scroller>
      )}
    </PageFrame>
  );
}
