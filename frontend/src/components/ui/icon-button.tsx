import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  hint?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** An icon alone always carries a name for everyone: spoken, and shown on hover. */
export function IconButton({ label, icon, pressed, hint = true, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" data-hint={hint ? label : undefined} {...rest} aria-label={label} aria-pressed={pressed} className={classNames(styles['icon'], className)}>
      {icon}
    </button>
  );
}
