import { useQuery } from '@tanstack/react-query';

import { sessionOptions } from '@/features/session/api/session';
import { ViewsMenu, type ViewsMenuProps } from '@/features/views/components/views-menu';

/** The saved views of a list, for users who are signed in. */
export function SavedViews(props: ViewsMenuProps) {
  const { data: user } = useQuery(sessionOptions);
  return user ? <ViewsMenu {...props} /> : null;
}
