import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { useMenuParts } from './menu-parts';
import styles from './menu.module.css';

interface MenuCheckProps {
  icon?: ReactNode;
  /** shown at the end, such as a number */
  detail?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A menu item with a check box. The menu stays open, so that several can be chosen. */
export function MenuCheck({ icon, detail, checked, onChange, children }: MenuCheckProps) {
  const Primitive = useMenuParts();
  return Primitive && (
    <Primitive.CheckboxItem className={styles['item']} checked={checked} onCheckedChange={onChange} onSelect={(event) => event.preventDefault()}>
      <span className={styles['check']} aria-hidden="true">
        <Primitive.ItemIndicator>
          <Check />
        </Primitive.ItemIndicator>
      </span>
      {icon}
      <span className={styles['grow']}>{children}</span>
      {detail}
    </Primitive.CheckboxItem>
  );
}
