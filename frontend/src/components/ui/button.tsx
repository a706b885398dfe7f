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

/** Keys that press a button or open its menu. */
const ACTIVATION_KEYS = new Set(['Enter', ' ', 'ArrowDown']);
const ignoreActivation = (event: KeyboardEvent) => ACTIVATION_KEYS.has(event.key) && event.preventDefault();

/** A busy button ignores all input. It is not `disabled`, because browsers take the focus away from disabled controls. */
const BUSY = { 'aria-busy': true, 'aria-disabled': true, onClick: ignore, onPointerDown: ignore, onKeyDown: ignoreActivation };

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
