import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleUserRound, HardDrive, Keyboard, LogOut, UserRoundCog, Users } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLine, MenuNote } from '@/components/ui/menu';

import { sessionOptions, signOut } from '../api/session';

interface UserMenuProps {
  onOpenAccount: () => void;
  onOpenTeams: () => void;
  onOpenUsage: () => void;
  onShowKeys: () => void;
  onSignedOut: () => void;
}

export function UserMenu({ onOpenAccount, onOpenTeams, onOpenUsage, onShowKeys, onSignedOut }: UserMenuProps) {
  const { data: user } = useQuery(sessionOptions);
  const leave = useMutation({ mutationFn: signOut, onSettled: onSignedOut });
  return (
    <Menu trigger={<IconButton label="Your account" hint={false} icon={<CircleUserRound />} />}>
      <MenuNote>{user ? `Signed in as ${user.username}` : 'Signed out'}</MenuNote>
      <MenuLine />
      <MenuItem icon={<UserRoundCog />} onSelect={onOpenAccount}>
        Your account
      </MenuItem>
      <MenuItem icon={<Users />} onSelect={onOpenTeams}>
        Your teams
      </MenuItem>
      <MenuItem icon={<HardDrive />} onSelect={onOpenUsage}>
        Usage
      </MenuItem>
      <MenuItem icon={<Keyboard />} onSelect={onShowKeys}>
        Show keys
      </MenuItem>
      <MenuItem icon={<LogOut />} onSelect={() => leave.mutate()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
