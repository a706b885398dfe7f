import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleUserRound, HardDrive, Keyboard, LogOut, UserRoundCog, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator, MenuNote } from '@/components/ui/menu';

import { sessionOptions, signOut } from '../api/session';

interface UserMenuProps {
  teams: ReactNode;
  onOpenAccount: () => void;
  onOpenTeams: () => void;
  onOpenUsage: () => void;
  onShowShortcuts: () => void;
  onSignedOut: () => void;
}

export function UserMenu({ teams, onOpenAccount, onOpenTeams, onOpenUsage, onShowShortcuts, onSignedOut }: UserMenuProps) {
  const { data: user } = useQuery(sessionOptions);
  const signingOut = useMutation({ mutationFn: signOut, onSettled: onSignedOut });
  return (
    <Menu trigger={<IconButton label="Your account" tooltip={false} icon={<CircleUserRound />} />}>
      <MenuNote>{user ? `Signed in as ${user.username}` : 'Signed out'}</MenuNote>
      <MenuSeparator />
      <MenuItem icon={<UserRoundCog />} onSelect={onOpenAccount}>
        Your account
      </MenuItem>
      <MenuItem icon={<Users />} onSelect={onOpenTeams}>
        {teams}
      </MenuItem>
      <MenuItem icon={<HardDrive />} onSelect={onOpenUsage}>
        Usage
      </MenuItem>
      <MenuItem icon={<Keyboard />} onSelect={onShowShortcuts}>
        Keyboard shortcuts
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => signingOut.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
