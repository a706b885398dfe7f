import { Dialog } from '@/components/ui/dialog';
import { KeyCap } from '@/components/ui/key-cap';
import { useKeyGroups } from '@/lib/keys';

import styles from './keys-dialog.module.css';

interface KeysDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function KeysDialog({ open, onOpenChange }: KeysDialogProps) {
  const groups = useKeyGroups((state) => state.groups);
  return (
    <Dialog wide open={open} onOpenChange={onOpenChange} title="Keys valid here">
      <div className={styles['groups']} tabIndex={0} role="group" aria-label="Keys">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles['keys']}>
              {group.keys.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <KeyCap key={key}>{key}</KeyCap>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
