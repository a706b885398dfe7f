import { Check } from 'lucide-react';
import { cloneElement, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';

import { useMenuParts } from './menu-parts';
import styles from './menu.module.css';

/** Inside the dialog, else the page's main part: what floats belongs to a landmark too. */
const landmark = () => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById('content');

interface Early {
  focused: boolean;
  pressed: boolean;
}

/** Until menus can open: the button, which remembers whether somebody was faster. */
function EarlyTrigger({ trigger, onEarly }: { trigger: ReactElement<object>; onEarly: (early: Partial<Early>) => void }) {
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onFocus: () => onEarly({ focused: true }),
    onBlur: () => onEarly({ focused: false }),
    onClick: () => onEarly({ pressed: true }),
  } as object);
}

export function Menu({ trigger, children }: { trigger: ReactElement<object>; children: ReactNode }) {
  const Primitive = useMenuParts();
  const early = useRef<Early>({ focused: false, pressed: false });
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!Primitive) return;
    const { focused, pressed } = early.current;
    early.current = { focused: false, pressed: false };
    if (focused) button.current?.focus();
    if (pressed) setOpen(true);
  }, [Primitive]);
  if (!Primitive) return <EarlyTrigger trigger={trigger} onEarly={(some) => Object.assign(early.current, some)} />;
  return (
    <Primitive.Root modal={false} open={open} onOpenChange={setOpen}>
      <Primitive.Trigger ref={button} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={open ? landmark() : null}>
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
  const Primitive = useMenuParts();
  return Primitive && (
    <Primitive.Item className={styles['item']} data-danger={danger || undefined} disabled={disabled} onSelect={onSelect}>
      {icon}
      {children}
    </Primitive.Item>
  );
}

interface MenuLinkProps {
  href: string;
  about?: string | undefined;
  children: ReactNode;
}

/** Something to fetch. */
export function MenuLink({ href, about, children }: MenuLinkProps) {
  const Primitive = useMenuParts();
  return Primitive && (
    <Primitive.Item asChild className={styles['item']}>
      <a href={href} download>
        <span className={styles['grow']}>
          {children}
          {about && <span className={styles['about']}>{about}</span>}
        </span>
      </a>
    </Primitive.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly { value: Value; label: string; about?: string; icon?: ReactNode }[];
}

export function MenuChoice<Value extends string>({ value, onChange, choices }: MenuChoiceProps<Value>) {
  const Primitive = useMenuParts();
  return Primitive && (
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
  const Primitive = useMenuParts();
  return Primitive && <Primitive.Label className={styles['note']}>{children}</Primitive.Label>;
}

export function MenuLine() {
  const Primitive = useMenuParts();
  return Primitive && <Primitive.Separator className={styles['line']} />;
}
