import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back';
import { IconButton } from './icon-button';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  wide?: boolean;
  /** for what is shown once: neither a click beside it nor Escape takes it away, only its buttons do */
  stays?: boolean;
  children: ReactNode;
}

const ignore = (event: Event) => event.preventDefault();

export function Dialog({ open, onOpenChange, title, description, wide = false, stays = false, children }: DialogProps) {
  const onCloseAutoFocus = useFocusBack(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles['scrim']} />
        <Primitive.Content
          className={classNames(styles['content'], wide && styles['wide'])}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(stays && { onInteractOutside: ignore, onEscapeKeyDown: ignore })}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <header className={styles['header']}>
            <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label="Close" hint={false} icon={<X />} />
            </Primitive.Close>
          </header>
          {description && <Primitive.Description className={styles['description']}>{description}</Primitive.Description>}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={styles['actions']}>{children}</footer>;
}

/** What scrolls when it is longer than the window. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles['body']}>{children}</div>;
}
