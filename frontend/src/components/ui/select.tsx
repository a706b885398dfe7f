import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';

import { classNames } from './class-names';
import styles from './field.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
}

/** A native select, which supports keyboard, touch and screen readers. */
export function Select({ label, className, children, ...rest }: SelectProps) {
  return (
    <span className={classNames(styles['select'], className)}>
      <select {...rest} aria-label={label} className={styles['input']}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
