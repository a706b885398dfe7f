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

/** Ask before the page is left while edits would be lost: where the browser cannot store anything. */
function useAskBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => removeEventListener('beforeunload', askBeforeLeaving);
  }, [wouldLose]);
}

interface StateProps {
  /** the number of edits that wait */
  waiting: number;
  isStuck: boolean;
  hasFailed: boolean;
  isSaved: boolean;
}

function Text({ waiting, isStuck, isSaved }: Omit<StateProps, 'hasFailed'>) {
  if (isStuck)
    return (
      <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
        {t`Offline, ${plural(waiting, { one: '# change', other: '# changes' })} waiting`}
      </Badge>
    );
  if (waiting > 0) return <span className={styles['saving']}>{t`Saving…`}</span>;
  return (
    isSaved && (
      <span className={styles['saved']}>
        <Check aria-hidden="true" /> {t`Saved`}
      </span>
    )
  );
}

/** Screen readers say that edits wait for a connection, and after that or an error that all are saved. They do not repeat it for each edit. */
function State({ hasFailed, ...state }: StateProps) {
  const hadProblem = state.isStuck || hasFailed;
  const [isRead, setRead] = useState(hadProblem);
  if (hadProblem && !isRead) setRead(true);
  return (
    <span className={styles['state']}>
      {!isRead && <Text {...state} />}
      <span role="status" aria-atomic="false" aria-relevant="additions">
        {isRead && <Text {...state} />}
      </span>
    </span>
  );
}

/** The state of edits: saved, being saved, waiting for a connection, or rejected. `hasEdits` says whether some were made before. */
export function SaveState({ queue, hasEdits }: { queue: EditQueue; hasEdits: boolean }) {
  const { mutationKey } = queue;
  const waiting = useIsMutating({ mutationKey });
  const saved = useMutationState({ filters: { mutationKey, status: 'success' } }).length;
  const stored = useStoredEdits(queue.place);
  const lost = useConnection((state) => state.lost);
  const isStuck = waiting > 0 && lost;
  const hasFailed = stored.failed.length > 0;
  useAskBeforeLeaving(isStuck && stored.waiting.length === 0);
  return (
    <>
      <State {...{ waiting, isStuck, hasFailed }} isSaved={waiting === 0 && !hasFailed && (hasEdits || saved > 0)} />
      <span role="status">
        <Failed queue={queue} />
      </span>
    </>
  );
}
