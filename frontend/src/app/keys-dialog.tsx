import { Dialog } from '@/components/ui/dialog';
import { KeyCap } from '@/components/ui/key-cap';
import { useKeyGroups } from '@/lib/keys';

import styles from './keys-dialog.module.css';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const groups = useKeyGroups((state) => state.groups);
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title="Keys valid here">
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
