import { plural, t } from '@lingui/core/macro';
import { useIsMutating, useMutationState } from '@tanstack/react-query';
import { Check, CircleAlert, CloudOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { useConnection } from '@/lib/connection';
import { lazyDialog } from '@/lib/lazy-part';

import type { EditQueue } from '../edit-queue';
import { useStoredEdits } from '../use-stored-edits';
import styles from './save-state.module.css';

const FailedEdits = lazyDialog(async () => (await import('./failed-edits')).FailedEdits, ({ onClose }) => onClose());

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** The edits that the server has rejected: their number, and a dialog that lists them. */
function Failed({ queue }: { queue: EditQueue }) {
  const count = useStoredEdits(queue.place).failed.length;
  const [open, setOpen] = useState(false);
  return (
    <>
      {count > 0 && (
        <button type="button" className={styles['failed']} onClick={() => setOpen(true)}>
          <Badge tone="danger" icon={<CircleAlert aria-hidden="true" />}>
            {plural(count, { one: '# change not saved', other: '# changes not saved' })}
          </Badge>
        </button>
      )}
      {open && <FailedEdits queue={queue} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The state of edits: saved, being saved, waiting for a connection, or rejected. `hasEdits` says whether some were made before. */
export function SaveState({ queue, hasEdits }: { queue: EditQueue; hasEdits: boolean }) {
  const { mutationKey } = queue;
  const waiting = useIsMutating({ mutationKey });
  const saved = useMutationState({ filters: { mutationKey, status: 'success' } }).length;
  const stored = useStoredEdits(queue.place);
  const hasFailed = stored.failed.length > 0;
  const lost = useConnection((state) => state.lost);
  const isStuck = waiting > 0 && lost;
  // Where the browser cannot store anything.
  const wouldLose = isStuck && stored.waiting.length === 0;
  useEffect(() => {
    if (!wouldLose) return;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => removeEventListener('beforeunload', askBeforeLeaving);
  }, [wouldLose]);
  return (
    <>
      <span role="status" className={styles['state']}>
        {isStuck && (
          <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
            {t`Offline, ${plural(waiting, { one: '# change', other: '# changes' })} waiting`}
          </Badge>
        )}
        {!isStuck && waiting > 0 && <span className={styles['saving']}>{t`Saving…`}</span>}
        {waiting === 0 && !hasFailed && (hasEdits || saved > 0) && (
          <span className={styles['saved']}>
            <Check aria-hidden="true" /> {t`Saved`}
          </span>
        )}
      </span>
      <span role="status">
        <Failed queue={queue} />
      </span>
    </>
  );
}
