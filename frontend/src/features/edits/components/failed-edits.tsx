import { t } from '@lingui/core/macro';
import { useEffect } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { quoted } from '@/lib/format';

import type { EditQueue } from '../edit-queue';
import { forgetEdit } from '../model/stored-edits';
import type { FailedEdit } from '../model/queued-edit';
import { useStoredEdits } from '../use-stored-edits';
import styles from './failed-edits.module.css';

interface FailedEditsProps {
  queue: EditQueue;
  onClose: () => void;
}

function Item({ failed, queue }: { failed: FailedEdit; queue: EditQueue }) {
  const { key, title, detail, message, isConflict } = failed;
  const name = quoted(detail ? `${title}: ${detail.slice(0, 40)}` : title);
  return (
    <li className={styles['item']}>
      <h3>{title}</h3>
      {detail && <p className={styles['detail']}>{detail}</p>}
      <p className={styles['message']}>{message}</p>
      <div className={styles['buttons']}>
        <Button size="small" variant="primary" aria-label={isConflict ? t`Overwrite: ${name}` : t`Try again: ${name}`} onClick={() => queue.retry(failed)}>
          {isConflict ? t`Overwrite` : t`Try again`}
        </Button>
        <Button size="small" aria-label={t`Discard: ${name}`} onClick={() => forgetEdit(queue.place, key)}>
          {t`Discard`}
        </Button>
      </div>
    </li>
  );
}

/** The edits that the server has rejected, with the reasons. Each can be sent again, or discarded. */
export function FailedEdits({ queue, onClose }: FailedEditsProps) {
  const { failed } = useStoredEdits(queue.place);
  const isEmpty = failed.length === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Changes that were not saved`} description={t`They are kept in this browser until you send them again or discard them.`}>
      <DialogBody>
        <ul className={styles['list']} aria-label={t`Changes that were not saved`}>
          {failed.map((each) => (
            <Item key={each.key} failed={each} queue={queue} />
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t`Close`}</Button>
        {failed.length > 1 && (
          <Button variant="primary" onClick={() => failed.forEach(queue.retry)}>
            {t`Try all again`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
