import { t } from '@lingui/core/macro';

import { NotificationList } from '@/features/comments/components/notification-list';
import { useTitle } from '@/lib/title';

export function NotificationsPage() {
  useTitle(t`Notifications`);
  return <NotificationList />;
}
