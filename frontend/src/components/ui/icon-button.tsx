import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  tooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button with an icon only. Its label is the accessible name and the tooltip. */
export function IconButton({ label, icon, pressed, tooltip = true, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" data-tooltip={tooltip ? label : undefined} {...rest} aria-label={label} aria-pressed={pressed} className={classNames(styles['icon'], className)}>
      {icon}
    </button>
  );
}
