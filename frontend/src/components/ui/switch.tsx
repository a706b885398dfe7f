import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  about: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, about, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`}>{about}</p>
      </div>
      <Primitive.Root id={id} className={styles['switch']} aria-describedby={`${id}-about`} checked={checked} disabled={disabled} onCheckedChange={onChange}>
        <Primitive.Thumb className={styles['thumb']} />
      </Primitive.Root>
    </div>
  );
}
