import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: ReactNode;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'plain', size = 'normal', icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(styles['button'], styles[variant], size === 'small' && styles['small'], className)}
    >
      {icon}
      {children}
    </button>
  );
}
