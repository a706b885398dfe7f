import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import { useState, type ReactNode } from 'react';

import styles from './menu.module.css';

export function Menu({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Primitive.Root modal={false} onOpenChange={() => setPlace(document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById('content'))}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {/* Inside the dialog, else the page's main part: what floats belongs to a landmark too. */}
      <Primitive.Portal container={place}>
        <Primitive.Content className={styles['content']} align="end" sideOffset={6} collisionPadding={8}>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Primitive.Item className={styles['item']} data-danger={danger || undefined} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
    </Primitive.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; about?: string; icon?: ReactNode }[];
}

export function MenuChoice<Value extends string>({ value, onChange, choices }: MenuChoiceProps<Value>) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {choices.map((choice) => (
        <Primitive.RadioItem key={choice.value} value={choice.value} className={styles['item']}>
          {choice.icon}
          <span className={styles['grow']}>
            {choice.label}
            {choice.about && <span className={styles['about']}>{choice.about}</span>}
          </span>
          <Primitive.ItemIndicator>
            <Check />
          </Primitive.ItemIndicator>
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  );
}

export function MenuNote({ children }: { children: ReactNode }) {
  return <Primitive.Label className={styles['note']}>{children}</Primitive.Label>;
}

export function MenuLine() {
  return <Primitive.Separator className={styles['line']} />;
}
