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

interface SavedViewsProps extends ViewsMenuProps {
  /** load the menu later, unless a view is chosen: the first page shows its list first */
  isLater?: boolean;
}

/** The saved views of a list, for users who are signed in. */
export function SavedViews({ isLater = false, ...props }: SavedViewsProps) {
  const { data: user } = useQuery(sessionOptions);
  if (!user) return null;
  return isLater && !props.chosen ? <ViewsPlaceholder /> : <ViewsMenu {...props} />;
}
