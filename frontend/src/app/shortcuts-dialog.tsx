import { Dialog } from '@/components/ui/dialog';
import { KeyCap } from '@/components/ui/key-cap';
import { useShortcutGroups } from '@/lib/shortcuts';

import styles from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = useShortcutGroups((state) => state.groups);
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <div className={styles['groups']} tabIndex={0} role="group" aria-label="Shortcuts">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles['keys']}>
              {group.keys.map(({ keys, action }) => (
                <div key={keys}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <KeyCap key={key}>{key}</KeyCap>
                    ))}
                  </dt>
                  <dd>{action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
