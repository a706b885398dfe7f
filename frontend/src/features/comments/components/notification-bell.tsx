import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { useIdle } from '@/lib/use-idle';

import styles from './bell.module.css';

const counting = graphql(`
  query UnreadNotifications {
    notifications(unread: true, first: 1) {
      totalCount
    }
  }
`);

const unreadOptions = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async () => (await request(counting)).notifications.totalCount,
});

const MAX_SHOWN = 99;

/** A link to the notifications, with the number of those that were not read. */
export function NotificationBell() {
  const { data: unread = 0 } = useQuery({ ...unreadOptions, enabled: useIdle() });
  const label = unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`;
  return (
    <Link to="/notifications" className={styles['bell']} aria-label={label} data-tooltip={t`Notifications`}>
      <Bell aria-hidden="true" />
      {unread > 0 && <span className={styles['count']}>{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>}
    </Link>
  );
}
