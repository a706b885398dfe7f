import { Check, Minus } from 'lucide-react';
import { useEffect, useRef } from 'react';

import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
}

/** The browser's own checkbox, drawn as ours. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const some = checked === 'indeterminate';
  const Mark = some ? Minus : Check;
  useEffect(() => {
    if (input.current) input.current.indeterminate = some;
  }, [some]);
  return (
    <label className={styles['place']}>
      <input ref={input} type="checkbox" className={styles['box']} aria-label={label} checked={checked === true} onChange={({ target }) => onChange(target.checked)} />
      {checked !== false && <Mark aria-hidden="true" className={styles['mark']} />}
    </label>
  );
}
