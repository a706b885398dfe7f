import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userError, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

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

export type Notification = ResultOf<typeof query>['notifications']['edges'][number]['node'];

export const notificationsOptions = infiniteQueryOptions({
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

export const useMarkNotification = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, read }: { uuid: string; read: boolean }) => mutate(update, { id: uuid, read }),
    affected: [['notifications']],
  });

/** Marks those until the newest one on the screen: others may have come meanwhile. */
export const useMarkAllRead = () => useInvalidatingMutation({ mutationFn: (until: string) => mutate(readAll, { until }), affected: [['notifications']] });
