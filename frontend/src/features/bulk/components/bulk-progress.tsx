import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/format';
import { errorMessage } from '@/lib/messages/errors';

import { bulkChangeOptions, CHANGED_LISTS, useCancelBulkChange, useUndoBulkChange, type BulkChange } from '../api/bulk-changes';
import { progressOf, unchangedOf } from '../model/bulk-selection';
import styles from './bulk.module.css';

const documents = (count: number) => plural(count, { one: '# document', other: '# documents' });

/** Return why documents were skipped. */
function reasonOf(code: string, count: number): string {
  const skipped = documents(count);
  switch (code) {
    case 'not_found':
      return t`${skipped} skipped: no longer in this list, or not visible to you.`;
    case 'not_allowed':
      return t`${skipped} skipped: you may not change them.`;
    case 'edit_outdated':
      return t`${skipped} skipped: changed again since.`;
    default:
      return t`${skipped} skipped: ${code}`;
  }
}

function Running({ change }: { change: BulkChange }) {
  const cancel = useCancelBulkChange();
  const { done, all } = progressOf(change);
  const [some, total] = [formatNumber(done), formatNumber(all)];
  return (
    <>
      <div className={styles['form']}>
        <span role="status">{change.isUndone ? t`Undoing: ${some} of ${total} documents` : t`Changing: ${some} of ${total} documents`}</span>
        <progress className={styles['progress']} aria-label={t`Progress`} max={Math.max(1, all)} value={done} />
        <p className="muted small">{t`You can close this: the work goes on, and is listed under Activity.`}</p>
      </div>
      <DialogActions>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate(change.job)}>
          {t`Stop`}
        </Button>
      </DialogActions>
    </>
  );
}

/** Return what the change has done, or undone. */
function resultOf({ isUndone, changed, restored, state, error }: BulkChange): string {
  const count = documents(isUndone ? restored : changed);
  if (state !== 'FAILED') return isUndone ? t`Undone for ${count}.` : t`Changed ${count}.`;
  const reason = error?.code === 'cancelled' ? t`It was stopped.` : (error ? errorMessage(error) : '');
  return isUndone ? t`Undone for ${count}. ${reason}` : t`Changed ${count}. ${reason}`;
}

function Ended({ change, onClose }: { change: BulkChange; onClose: () => void }) {
  const undo = useUndoBulkChange();
  const unchanged = unchangedOf(change);
  return (
    <>
      <div className={styles['result']} role={change.state === 'FAILED' ? 'alert' : 'status'}>
        <span>{resultOf(change)}</span>
        {unchanged > 0 && <span className="muted">{t`${documents(unchanged)} needed no change.`}</span>}
        {change.skipped.map(({ code, count }) => (
          <span key={code} className="muted">
            {reasonOf(code, count)}
          </span>
        ))}
      </div>
      <DialogActions>
        {change.canUndo && (
          <Button busy={undo.isPending} onClick={() => undo.mutate(change.id)}>
            {t`Undo`}
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </>
  );
}

/** The progress of a change of many documents, and its result. */
export function BulkProgress({ started, onClose }: { started: BulkChange; onClose: () => void }) {
  const { data } = useQuery({ ...bulkChangeOptions(started.id), placeholderData: started });
  const change = data ?? started;
  const queryClient = useQueryClient();
  const ended = change.state === 'WAITING' ? undefined : change.isUndone;
  useEffect(() => {
    if (ended === undefined) return;
    for (const queryKey of CHANGED_LISTS) void queryClient.invalidateQueries({ queryKey });
  }, [ended, queryClient]);
  return change.state === 'WAITING' ? <Running change={change} /> : <Ended {...{ change, onClose }} />;
}
