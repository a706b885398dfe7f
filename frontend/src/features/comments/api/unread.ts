import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const counting = graphql(`
  query UnreadNotifications {
    notifications(unread: true, first: 1) {
      totalCount
    }
  }
`);

export const unreadOptions = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async () => (await request(counting)).notifications.totalCount,
});
