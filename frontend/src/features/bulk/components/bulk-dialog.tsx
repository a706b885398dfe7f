import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { toApiError } from '@/lib/errors';

import { useCreateBulkChange, type BulkChange, type BulkChangeInput } from '../api/bulk-changes';
import type { BulkSelection } from '../model/bulk-selection';
import { BulkProgress } from './bulk-progress';
import styles from './bulk.module.css';

export type BulkTarget = Omit<BulkChangeInput, 'query' | 'excludedIds' | 'expected' | 'clientMutationId'>;

interface BulkDialogProps {
  title: string;
  /** the button that starts the change */
  action: string;
  danger?: boolean;
  selection: BulkSelection;
  /** what to do with the documents; undefined until it is chosen */
  target: BulkTarget | undefined;
  /** where that is chosen */
  children: ReactNode;
  onClose: () => void;
  /** called when the change has started and the dialog closes */
  onDone: () => void;
}

/** A change of all documents that a filter selects: its target, then its progress, then its result. */
export function BulkDialog({ title, action, danger = false, selection: { query, excluded, count }, target, children, onClose, onDone }: BulkDialogProps) {
  const [started, setStarted] = useState<BulkChange>();
  const create = useCreateBulkChange();
  const close = () => {
    if (started) onDone();
    onClose();
  };
  const start = () => {
    if (!target) return;
    // What is processed again is fewer documents than are selected.
    const expected = target.kind === 'RETRY' ? {} : { expected: count };
    create.mutate({ ...target, query: JSON.stringify(query), excludedIds: [...excluded], ...expected }, { onSuccess: (change) => change && setStarted(change) });
  };
  return (
    <Dialog open onOpenChange={close} title={title}>
      {started ? (
        <BulkProgress started={started} onClose={close} />
      ) : (
        <>
          <div className={styles['form']}>{children}</div>
          {create.isError && <p role="alert">{toApiError(create.error).message}</p>}
          <DialogActions>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button variant={danger ? 'danger' : 'primary'} disabled={!target} busy={create.isPending} onClick={start}>
              {action}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

/** Return the number of documents in words. */
export const documentsOf = ({ count }: BulkSelection): string => plural(count, { one: '# document', other: '# documents' });
