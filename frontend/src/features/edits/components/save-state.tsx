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

// The state of edits in words, and whether screen readers say it.

interface SaveTexts {
  /** the number of edits that wait */
  waiting: number;
  /** they wait for a connection */
  isStuck: boolean;
  isSaved: boolean;
}

/** Return the state of edits in words; nothing if none were made. */
export function saveText({ waiting, isStuck, isSaved }: SaveTexts): string {
  if (isStuck) return t`Offline, ${plural(waiting, { one: '# change', other: '# changes' })} waiting`;
  if (waiting > 0) return t`Saving…`;
  return isSaved ? t`Saved` : '';
}

/** The part that screen readers say: nothing; that edits wait or were rejected; after that, once, that none waits any more. */
export type Reading = 'silent' | 'problem' | 'over';

export function nextReading(before: Reading, { waiting, hasProblem }: { waiting: number; hasProblem: boolean }): Reading {
  if (hasProblem) return 'problem';
  if (before === 'problem') return waiting > 0 ? 'problem' : 'over';
  return waiting > 0 ? 'silent' : before;
}

function Text(state: SaveTexts) {
  const text = saveText(state);
  if (state.isStuck)
    return (
      <Badge tone="warning" icon={<CloudOff aria-hidden="true" />}>
        {text}
      </Badge>
    );
  if (state.waiting > 0) return <span className={styles['saving']}>{text}</span>;
  return (
    state.isSaved && (
      <span className={styles['saved']}>
        <Check aria-hidden="true" /> {text}
      </span>
    )
  );
}

/** Screen readers say that edits wait for a connection, and after that or an error that all are saved. They do not repeat it for each edit. */
function State({ hasFailed, ...state }: SaveTexts & { hasFailed: boolean }) {
  const [before, setReading] = useState<Reading>('silent');
  const reading = nextReading(before, { waiting: state.waiting, hasProblem: state.isStuck || hasFailed });
  if (reading !== before) setReading(reading);
  const isRead = reading !== 'silent';
  // Narrow screens cut the text.
  return (
    <span className={styles['state']} title={saveText(state) || undefined}>
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
