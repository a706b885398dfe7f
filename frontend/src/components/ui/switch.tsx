import { Switch as Primitive } from 'radix-ui';
import { useId, type ReactNode } from 'react';

import styles from './switch.module.css';

interface SwitchProps {
  label: string;
  about: ReactNode;
  checked: boolean;
  busy?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch that takes effect at once. */
export function Switch({ label, about, checked, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-about`}>{about}</p>
      </div>
      <Primitive.Root id={id} className={styles['switch']} aria-describedby={`${id}-about`} checked={checked} aria-disabled={busy || undefined} onCheckedChange={(next) => busy || onChange(next)}>
        <Primitive.Thumb className={styles['thumb']} />
      </Primitive.Root>
    </div>
  );
}
