import { t } from '@lingui/core/macro';
import { Keyboard } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { KeyCap, Keys } from '@/components/ui/key-cap';
import { keysOf, useKeymap } from '@/lib/keymap';
import { lazyDialog } from '@/lib/lazy-part';
import { useShortcutGroups, type ShortcutLine } from '@/lib/shortcuts';

import { DOCUMENT_LISTS, EVERYWHERE } from './all-shortcuts';
import styles from './shortcuts-dialog.module.css';

const KeysDialog = lazyDialog(async () => (await import('./keys-dialog')).KeysDialog, ({ onClose }) => onClose());

/** The keys of a line; of one that sums up several commands, those of each if one has changed. */
function LineKeys({ line }: { line: ShortcutLine }) {
  const own = useKeymap((state) => state.own);
  const { each = [] } = line;
  if (each.every((member) => keysOf(member, own) === member.keys)) return <Keys keys={keysOf(line, own)} />;
  return each.map((member) => <KeyCap key={member.keys}>{keysOf(member, own)}</KeyCap>);
}

function Help({ onClose, onChange }: { onClose: () => void; onChange: () => void }) {
  const groups = [EVERYWHERE, DOCUMENT_LISTS, ...useShortcutGroups((state) => state.groups)];
  return (
    <Dialog wide open onOpenChange={(open) => open || onClose()} title={t`Keyboard shortcuts`}>
      <div className={styles['groups']} tabIndex={0} role="group" aria-label={t`Shortcuts`}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles['keys']}>
              {group.keys.map((line) => (
                <div key={line.action}>
                  <dt>
                    <LineKeys line={line} />
                  </dt>
                  <dd>{line.action}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button icon={<Keyboard aria-hidden="true" />} onClick={onChange}>
          {t`Change keys…`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The keys that work on this page, and a way to change them. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [changing, setChanging] = useState(false);
  return changing ? <KeysDialog onClose={onClose} /> : <Help onClose={onClose} onChange={() => setChanging(true)} />;
}
