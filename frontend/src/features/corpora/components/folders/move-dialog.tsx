import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';

import type { Folder } from '../../api/folders';
import { targetsFor } from '../../model/folder-tree';
import styles from '../choice.module.css';

interface MoveDialogProps {
  title: string;
  folders: readonly Folder[];
  /** the folder to move; absent if documents are moved */
  moved?: Folder | undefined;
  onMove: (to: Folder | undefined) => void;
  onClose: () => void;
}

const TOP_LEVEL = '';

/** Moves documents or a folder by keyboard. */
export function MoveDialog({ title, folders, moved, onMove, onClose }: MoveDialogProps) {
  const [chosen, setChosen] = useState<string>();
  const choice = (value: string, label: string) => (
    <label key={value} className={styles['choice']}>
      <input type="radio" name="folder" value={value} checked={chosen === value} onChange={() => setChosen(value)} />
      <span className={styles['title']}>{label}</span>
    </label>
  );
  const move = () => {
    onMove(folders.find(({ uuid }) => uuid === chosen));
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title}>
      <div className={styles['list']} role="radiogroup" aria-label={t`Folder`}>
        {moved?.parentUuid !== null && choice(TOP_LEVEL, moved ? t`Top level` : t`Not in a folder`)}
        {targetsFor(folders, moved).map(({ uuid, path }) => choice(uuid, path))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{t`Cancel`}</Button>
        <Button variant="primary" disabled={chosen === undefined} onClick={move}>
          {t`Move`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
