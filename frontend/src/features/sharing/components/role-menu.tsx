import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';

import { ROLES, roleWords, type Role } from '../model/roles';

interface RoleMenuProps {
  /** whose role it is, for those who hear the button */
  label: string;
  role: Role;
  busy?: boolean;
  onChange: (role: Role) => void;
  /** what else can be done */
  children?: ReactNode;
}

/** The roles, each with what it lets somebody do. */
export function RoleMenu({ label, role, busy = false, onChange, children }: RoleMenuProps) {
  const trigger = (
    <Button busy={busy} aria-label={`${label}: ${roleWords(role)}`}>
      {roleWords(role)}
      <ChevronDown aria-hidden="true" />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoice value={role} onChange={onChange} choices={ROLES} />
      {children}
    </Menu>
  );
}
