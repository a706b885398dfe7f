import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Menu, MenuChoice } from '@/components/ui/menu';

import { roleLabel, ROLES, type Role } from '../model/roles';

interface RoleMenuProps {
  /** whose role it is, for the accessible name of the button */
  label: string;
  role: Role;
  busy?: boolean;
  onChange: (role: Role) => void;
  /** further menu items */
  children?: ReactNode;
}

/** A menu of roles with their descriptions. */
export function RoleMenu({ label, role, busy = false, onChange, children }: RoleMenuProps) {
  const trigger = (
    <Button busy={busy} aria-label={t`${label}: ${roleLabel(role)}`}>
      {roleLabel(role)}
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
