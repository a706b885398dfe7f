import { t } from '@lingui/core/macro';
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from './button';
import styles from './dialog.module.css';
import { useRestoreFocus } from './restore-focus';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  onConfirm: () => void;
}

/** Confirmation of an action that cannot be undone or affects many objects. Focus starts on the cancel button. */
export function ConfirmDialog({ open, onOpenChange, title, children, confirm, cancel = t`Cancel`, danger = true, onConfirm }: ConfirmDialogProps) {
  const onCloseAutoFocus = useRestoreFocus(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles['scrim']} />
        <Primitive.Content className={styles['content']} onCloseAutoFocus={onCloseAutoFocus}>
          <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
          <Primitive.Description className={styles['description']}>{children}</Primitive.Description>
          <footer className={styles['actions']}>
            <Primitive.Cancel asChild>
              <Button>{cancel}</Button>
            </Primitive.Cancel>
            <Primitive.Action asChild>
              <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
                {confirm}
              </Button>
            </Primitive.Action>
          </footer>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
