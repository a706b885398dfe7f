import { Check } from 'lucide-react';
import { cloneElement, useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';

import { direction } from '@/lib/language';

import { useMenuParts } from './menu-parts';
import styles from './menu.module.css';

/** Return the container of open menus: the dialog or the main element, so that menus are inside a landmark. */
const landmark = () => document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById('content');

interface EarlyInput {
  focused: boolean;
  pressed: boolean;
  byKey: boolean;
}

/** The button before the menu primitives are loaded. It records focus and clicks, so that the menu opens once it can. */
function PlaceholderTrigger({ trigger, onEarly }: { trigger: ReactElement<object>; onEarly: (input: Partial<EarlyInput>) => void }) {
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => onEarly({}),
    // The button may be replaced before the pointer is released.
    onPointerDown: () => onEarly({ pressed: true }),
    onFocus: () => onEarly({ focused: true }),
    onBlur: () => onEarly({ focused: false }),
    onClick: (event: MouseEvent) => onEarly({ pressed: true, byKey: event.detail === 0 }),
  } as object);
}

interface MenuProps {
  trigger: ReactElement<object>;
  /** false while the items are being loaded */
  ready?: boolean;
  /** called when the pointer or the focus comes to the button */
  onWanted?: () => void;
  children: ReactNode;
}

export function Menu({ trigger, ready = true, onWanted, children }: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const Primitive = useMenuParts(wanted);
  const early = useRef<EarlyInput>({ focused: false, pressed: false, byKey: false });
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // At once, because a key that comes in between would go to no button.
  useLayoutEffect(() => {
    if (Primitive && ready && early.current.focused) button.current?.focus();
  }, [Primitive, ready]);
  useEffect(() => {
    if (!Primitive || !ready) return;
    const { pressed, byKey } = early.current;
    early.current = { focused: false, pressed: false, byKey: false };
    // The primitives focus the first item only if they see the key; they listen once their own effects have run.
    if (byKey) button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    else if (pressed) setOpen(true);
  }, [Primitive, ready]);
  if (!Primitive || !ready) {
    const onEarly = (input: Partial<EarlyInput>) => {
      Object.assign(early.current, input);
      setWanted(true);
      onWanted?.();
    };
    return <PlaceholderTrigger trigger={trigger} onEarly={onEarly} />;
  }
  return (
    <Primitive.Root dir={direction()} modal={false} open={open} onOpenChange={setOpen}>
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

function Described({ about, children }: { about: string | undefined; children: ReactNode }) {
  return (
    <span className={styles['grow']}>
      {children}
      {about && <span className={styles['about']}>{about}</span>}
    </span>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  about?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, about, onSelect, children }: MenuItemProps) {
  const Primitive = useMenuParts();
  return Primitive && (
    <Primitive.Item className={styles['item']} data-danger={danger || undefined} disabled={disabled} onSelect={onSelect}>
      {icon}
      {about ? <Described about={about}>{children}</Described> : children}
    </Primitive.Item>
  );
}

interface MenuLinkProps {
  href: string;
  icon?: ReactNode;
  about?: string | undefined;
  children: ReactNode;
}

/** A menu item that downloads a file. */
export function MenuLink({ href, icon, about, children }: MenuLinkProps) {
  const Primitive = useMenuParts();
  return Primitive && (
    <Primitive.Item asChild className={styles['item']}>
      <a href={href} download>
        {icon}
        <Described about={about}>{children}</Described>
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
          <Described about={choice.about}>{choice.label}</Described>
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

export function MenuSeparator() {
  const Primitive = useMenuParts();
  return Primitive && <Primitive.Separator className={styles['separator']} />;
}
