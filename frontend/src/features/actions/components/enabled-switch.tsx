import { Switch as Primitive } from 'radix-ui';

import styles from '@/components/ui/switch.module.css';

interface EnabledSwitchProps {
  label: string;
  checked: boolean;
  busy: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch without a visible label, in the row of what it enables. */
export function EnabledSwitch({ label, checked, busy, onChange }: EnabledSwitchProps) {
  return (
    <Primitive.Root className={styles['switch']} aria-label={label} checked={checked} aria-disabled={busy || undefined} onCheckedChange={(next) => busy || onChange(next)}>
      <Primitive.Thumb className={styles['thumb']} />
    </Primitive.Root>
  );
}
