import { t } from '@lingui/core/macro';
import { CircleUserRound } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { lazyPart } from '@/lib/lazy-part';

import type { UserMenuItems } from './user-menu-items';

const useParts = lazyPart(() => import('./user-menu-items'));

export function UserMenu(props: ComponentProps<typeof UserMenuItems>) {
  const [wanted, setWanted] = useState(false);
  const parts = useParts(wanted);
  return (
    <Menu trigger={<IconButton label={t`Your account`} tooltip={false} icon={<CircleUserRound />} />} ready={parts !== undefined} onWanted={() => setWanted(true)}>
      {parts && <parts.UserMenuItems {...props} />}
    </Menu>
  );
}
