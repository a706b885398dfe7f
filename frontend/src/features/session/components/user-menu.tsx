import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleUserRound } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { lazyPart } from '@/lib/lazy-part';
import { displayName, initials } from '@/lib/users';

import { sessionOptions } from '../api/session';
import styles from './user-menu.module.css';
import type { UserMenuItems } from './user-menu-items';

const useParts = lazyPart(() => import('./user-menu-items'));

export function UserMenu(props: ComponentProps<typeof UserMenuItems>) {
  const [wanted, setWanted] = useState(false);
  const parts = useParts(wanted);
  const { data: user } = useQuery(sessionOptions);
  const icon = user ? <span className={styles['initials']}>{initials(displayName(user))}</span> : <CircleUserRound />;
  return (
    <Menu trigger={<IconButton label={t`Your account`} tooltip={false} icon={icon} />} ready={parts !== undefined} onWanted={() => setWanted(true)}>
      {parts && <parts.UserMenuItems {...props} />}
    </Menu>
  );
}
