import { NotificationList } from '@/features/comments/components/notification-list';
import { useTitle } from '@/lib/title';

export function NotificationsPage() {
  useTitle('Notifications');
  return <NotificationList />;
}
