import type { ButtonHTMLAttributes, KeyboardEvent, ReactNode, Ref, SyntheticEvent } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: ReactNode;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

const ignore = (event: SyntheticEvent) => event.preventDefault();

/** What presses a button, or opens its menu. */
const PRESSES = new Set(['Enter', ' ', 'ArrowDown']);
const ignorePress = (event: KeyboardEvent) => PRESSES.has(event.key) && event.preventDefault();

/** While it is busy nothing can be done with it, but it keeps the focus: a browser takes it from what is disabled. */
const BUSY = { 'aria-busy': true, 'aria-disabled': true, onClick: ignore, onPointerDown: ignore, onKeyDown: ignorePress };

export function Button({ variant = 'plain', size = 'normal', icon, busy = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && BUSY)}
      className={classNames(styles['button'], styles[variant], size === 'small' && styles['small'], className)}
    >
      {icon}
      {children}
    </button>
  );
}
