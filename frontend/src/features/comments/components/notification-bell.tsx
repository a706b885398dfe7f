import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';

import { useIdle } from '@/lib/use-idle';

import { unreadOptions } from '../api/unread';
import styles from './bell.module.css';

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
