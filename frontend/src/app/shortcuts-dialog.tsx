import { Dialog } from '@/components/ui/dialog';
import { KeyCap } from '@/components/ui/key-cap';
import { useShortcutGroups, type ShortcutGroup } from '@/lib/shortcuts';

import styles from './shortcuts-dialog.module.css';

const EVERYWHERE: ShortcutGroup = {
  title: 'Everywhere',
  keys: [
    { keys: 'Ctrl K', action: 'Search everything' },
    { keys: '?', action: 'Show keyboard shortcuts' },
    { keys: 'F6', action: 'Go to the pages or the first row' },
    { keys: 'Tab', action: 'Next control' },
  ],
};

const DOCUMENT_LISTS: ShortcutGroup = {
  title: 'Lists of documents',
  keys: [
    { keys: '↑ ↓', action: 'Previous or next document' },
    { keys: 'Home End', action: 'First or last document' },
    { keys: 'Enter', action: 'Open' },
    { keys: 'Space', action: 'Select' },
    { keys: 'Shift ↑ ↓', action: 'Select several' },
    { keys: '← →', action: 'Checkbox and menu of the row' },
    { keys: 'Esc', action: 'Select nothing' },
  ],
};

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = [EVERYWHERE, DOCUMENT_LISTS, ...useShortcutGroups((state) => state.groups)];
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title="Keyboard shortcuts">
      <div className={styles['groups']} tabIndex={0} role="group" aria-label="Shortcuts">
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles['keys']}>
              {group.keys.map(({ keys, action }) => (
                <div key={action}>
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
