import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';

import { useToasts, type Toast } from '@/lib/toasts';

import { Button } from './button';
import { IconButton } from './icon-button';
import styles from './toaster.module.css';

const LIFETIME = 6_000;
// Users need more time to decide on an action than to read.
const LIFETIME_WITH_ACTION = 12_000;

function ToastItem({ toast }: { toast: Toast }) {
  const dismiss = useToasts((state) => state.dismiss);
  return (
    <Primitive.Root className={styles['toast']} data-tone={toast.tone} duration={toast.action ? LIFETIME_WITH_ACTION : LIFETIME} onOpenChange={(open) => open || dismiss(toast.id)}>
      <Primitive.Description className={styles['text']}>{toast.text}</Primitive.Description>
      {toast.action && (
        <Primitive.Action asChild altText={toast.action.label}>
          <Button size="small" onClick={toast.action.run}>
            {toast.action.label}
          </Button>
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <IconButton label="Dismiss" tooltip={false} icon={<X />} />
      </Primitive.Close>
    </Primitive.Root>
  );
}

export function ToastList() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <Primitive.Provider label="Notification">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <Primitive.Viewport className={styles['viewport']} label="Notifications ({hotkey})" />
    </Primitive.Provider>
  );
}
