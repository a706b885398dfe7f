import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleQuestionMark, HardDrive, Keyboard, LogOut, UserRoundCog, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { MenuItem, MenuNote, MenuSeparator } from '@/components/ui/menu';

import { sessionOptions } from '../api/session';

interface UserMenuItemsProps {
  teams: ReactNode;
  onOpenAccount: () => void;
  onOpenTeams: () => void;
  onOpenUsage: () => void;
  onShowShortcuts: () => void;
  onOpenHelp: () => void;
  onSignOut: () => void;
}

/** The account of the user, and the help. */
export function UserMenuItems({ teams, onOpenAccount, onOpenTeams, onOpenUsage, onShowShortcuts, onOpenHelp, onSignOut }: UserMenuItemsProps) {
  const { data: user } = useQuery(sessionOptions);
  return (
    <>
      <MenuNote>{user ? t`Signed in as ${user.username}` : t`Signed out`}</MenuNote>
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog />} onSelect={onOpenAccount}>
        {t`Your account`}
      </MenuItem>
      <MenuItem icon={<Users />} onSelect={onOpenTeams}>
        {teams}
      </MenuItem>
      <MenuItem icon={<HardDrive />} onSelect={onOpenUsage}>
        {t`Usage`}
      </MenuItem>
      <MenuItem icon={<Keyboard />} onSelect={onShowShortcuts}>
        {t`Keyboard shortcuts`}
      </MenuItem>
      <MenuItem icon={<CircleQuestionMark />} onSelect={onOpenHelp}>
        {t`Help and API`}
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        {t`Sign out`}
      </MenuItem>
    </>
  );
}
