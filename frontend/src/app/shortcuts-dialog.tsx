import { t } from '@lingui/core/macro';

import { Dialog } from '@/components/ui/dialog';
import { KeyCap } from '@/components/ui/key-cap';
import { useShortcutGroups, type ShortcutGroup } from '@/lib/shortcuts';

import styles from './shortcuts-dialog.module.css';

const EVERYWHERE: ShortcutGroup = {
  title: t`Everywhere`,
  keys: [
    { keys: 'Ctrl K', action: t`Search everything` },
    { keys: '?', action: t`Show keyboard shortcuts` },
    { keys: 'F6', action: t`Go to the pages or the first row` },
    { keys: 'Tab', action: t`Next control` },
  ],
};

const DOCUMENT_LISTS: ShortcutGroup = {
  title: t`Lists of documents`,
  keys: [
    { keys: '↑ ↓', action: t`Previous or next document` },
    { keys: 'Home End', action: t`First or last document` },
    { keys: 'Enter', action: t`Open` },
    { keys: 'Space', action: t`Select` },
    { keys: 'Shift ↑ ↓', action: t`Select several` },
    { keys: '← →', action: t`Checkbox and menu of the row` },
    { keys: 'Esc', action: t`Select nothing` },
  ],
};

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = [EVERYWHERE, DOCUMENT_LISTS, ...useShortcutGroups((state) => state.groups)];
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Keyboard shortcuts`}>
      <div className={styles['groups']} tabIndex={0} role="group" aria-label={t`Shortcuts`}>
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
