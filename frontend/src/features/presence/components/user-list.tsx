import { t } from '@lingui/core/macro';
import { Eye, EyeOff, Users } from 'lucide-react';
import type { CSSProperties } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { formatNumber } from '@/lib/format';
import { displayName } from '@/lib/users';

import type { PresentUser } from '../api/presence';
import { colorProperties, colorsOf, type UserColor } from '../model/user-colors';
import { useSelectionsShown } from '../selections-shown';
import styles from './user-list.module.css';

export interface UserListProps {
  present: readonly PresentUser[];
  onPage: (page: number) => void;
}

const MAX_SHOWN = 4;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase('en') ?? '')
    .join('');

function User({ user, page, color, onPage }: PresentUser & Pick<UserListProps, 'onPage'> & { color: UserColor | undefined }) {
  const name = displayName(user);
  const label = t`${name} is on page ${formatNumber(page)}`;
  return (
    <li>
      <button type="button" className={styles['user']} style={colorProperties(color) as CSSProperties} aria-label={label} data-tooltip={label} onClick={() => onPage(page)}>
        {initials(name)}
      </button>
    </li>
  );
}

function SelectionsMenu() {
  const { shown, toggle } = useSelectionsShown();
  return (
    <Menu trigger={<IconButton label={t`Users in this document`} icon={<Users />} />}>
      <MenuItem icon={shown ? <EyeOff /> : <Eye />} onSelect={toggle}>
        {shown ? t`Hide selections of others` : t`Show selections of others`}
      </MenuItem>
    </Menu>
  );
}

/** The other users who have the document open. A click goes to the page of one. */
export function UserList({ present, onPage }: UserListProps) {
  const colors = colorsOf(present.map(({ user }) => user.id));
  const others = present.length - MAX_SHOWN;
  return (
    <>
      <ul className={styles['users']} aria-label={t`Also here`}>
        {present.slice(0, MAX_SHOWN).map((each) => (
          <User key={each.user.id} {...each} color={colors.get(each.user.id)} onPage={onPage} />
        ))}
        {others > 0 && <li className="muted small">+{others}</li>}
      </ul>
      <SelectionsMenu />
    </>
  );
}
