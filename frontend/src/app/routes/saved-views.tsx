import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { sessionOptions } from '@/features/session/api/session';
import type { ViewsMenuProps } from '@/features/views/components/views-menu';
import { lazyComponent } from '@/lib/lazy-part';

/** Takes the place of the menu until that is loaded, so that the list below does not move. */
const ViewsPlaceholder = () => (
  <Button busy icon={<Bookmark aria-hidden="true" />}>
    {t`Views`}
  </Button>
);

const ViewsMenu = lazyComponent(async () => (await import('@/features/views/components/views-menu')).ViewsMenu, <ViewsPlaceholder />);

/** The saved views of a list, for users who are signed in. */
export function SavedViews(props: ViewsMenuProps) {
  const { data: user } = useQuery(sessionOptions);
  return user ? <ViewsMenu {...props} /> : null;
}
