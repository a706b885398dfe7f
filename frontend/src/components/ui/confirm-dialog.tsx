import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from './button';
import styles from './dialog.module.css';
import { useFocusBack } from './focus-back';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  confirm: string;
  /** the safe answer */
  keep?: string;
  danger?: boolean;
  onConfirm: () => void;
}

/** For what cannot be undone, or touches much at once. Focus starts on the safe answer. */
export function ConfirmDialog({ open, onOpenChange, title, children, confirm, keep = 'Keep', danger = true, onConfirm }: ConfirmDialogProps) {
  const onCloseAutoFocus = useFocusBack(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles['scrim']} />
        <Primitive.Content className={styles['content']} onCloseAutoFocus={onCloseAutoFocus}>
          <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
          <Primitive.Description className={styles['description']}>{children}</Primitive.Description>
          <footer className={styles['actions']}>
            <Primitive.Cancel asChild>
              <Button>{keep}</Button>
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
