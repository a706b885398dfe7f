import { Check, Minus } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';

import styles from './checkbox.module.css';

interface CheckboxProps {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
}

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <Primitive.Root className={styles['box']} aria-label={label} checked={checked} onCheckedChange={(next) => onChange(next === true)}>
      <Primitive.Indicator className={styles['mark']}>{checked === 'indeterminate' ? <Minus /> : <Check />}</Primitive.Indicator>
    </Primitive.Root>
  );
}
