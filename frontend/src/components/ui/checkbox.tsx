import { Check, Minus } from 'lucide-react';
import { useEffect, useRef } from 'react';

import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  checked: boolean | 'indeterminate';
  tabIndex?: number;
  onChange: (checked: boolean, withShift: boolean) => void;
}

/** A native checkbox with our own appearance. */
export function Checkbox({ label, checked, tabIndex, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const isMixed = checked === 'indeterminate';
  const Mark = isMixed ? Minus : Check;
  useEffect(() => {
    if (input.current) input.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={styles['checkbox']}>
      <input ref={input} type="checkbox" className={styles['box']} tabIndex={tabIndex} aria-label={label} checked={checked === true} onChange={({ target, nativeEvent }) => onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)} />
      {checked !== false && <Mark aria-hidden="true" className={styles['mark']} />}
    </label>
  );
}
