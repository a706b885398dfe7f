import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './dialog.module.css';
import { useRestoreFocus } from './restore-focus';
import { IconButton } from './icon-button';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  /** closes by its buttons only, not by Escape or a click outside: for secrets that are shown once */
  persistent?: boolean;
  /** called when a persistent dialog was not closed */
  onRefused?: () => void;
  children: ReactNode;
}

const ignoreToasts = (event: Event) => event.target instanceof Element && event.target.closest('[data-toasts]') && event.preventDefault();

const FIELDS = 'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)';
const ACTIONS = 'footer button:not(:disabled)';

/** Focus the first field, or else the first action. A line of text is selected, as browsers do on Tab; of a longer text the first key would replace all. */
function focusField(content: HTMLElement): boolean {
  const first = content.querySelector<HTMLElement>(FIELDS) ?? content.querySelector<HTMLElement>(ACTIONS);
  first?.focus();
  if (first instanceof HTMLInputElement) first.select();
  if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length);
  return first !== null;
}

/**
 * Focus the first field, or the dialog while its fields are being loaded. Without this it would be the button that closes the dialog, which the
 * first space that is typed would press.
 */
function focusFirst(event: Event) {
  event.preventDefault();
  const content = event.currentTarget as HTMLElement;
  if (focusField(content)) return;
  content.focus();
  const loading = new MutationObserver(() => {
    if (document.activeElement !== content || focusField(content)) loading.disconnect();
  });
  loading.observe(content, { childList: true, subtree: true });
}

export function Dialog({ open, onOpenChange, title, description, wide = false, persistent = false, onRefused, children }: DialogProps) {
  const onCloseAutoFocus = useRestoreFocus(open);
  const refuse = (event: Event) => {
    event.preventDefault();
    onRefused?.();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles['scrim']} />
        <Primitive.Content
          className={classNames(styles['content'], wide && styles['wide'])}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={ignoreToasts}
          {...(persistent && { onInteractOutside: refuse, onEscapeKeyDown: refuse })}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <header className={styles['header']}>
            <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t`Close`} tooltip={false} icon={<X />} />
            </Primitive.Close>
          </header>
          {description && <Primitive.Description className={styles['description']}>{description}</Primitive.Description>}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const focusStep = (step: HTMLElement | null) => void (step && focusField(step));

/** A step of a dialog. When it replaces another one, its first field gets the focus. */
export function DialogStep({ children }: { children: ReactNode }) {
  return (
    <div ref={focusStep} className={styles['step']}>
      {children}
    </div>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles['actions']}>{children}</footer>;
}

/** The scrolling part of a dialog that may be taller than the window. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles['body']}>{children}</div>;
}
