import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { toApiError } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { errorMessage } from '@/lib/messages/errors';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { progressOf, unchangedOf, type BulkSelection } from '../model/bulk-selection';
import styles from './bulk.module.css';

// Changes of all documents that a filter selects: start one, follow it, cancel it, undo it.

const bulkChange = graphql(`
  fragment BulkChange on BulkChange {
    id
    kind
    state
    isUndone
    canUndo
    total
    processed
    changed
    restored
    job
    skipped {
      code
      count
    }
    error {
      code
      message
    }
  }
`);

const bulkChangeQuery = graphql(
  `
    query BulkChange($id: ID!) {
      node(id: $id) {
        ... on BulkChange {
          ...BulkChange
        }
      }
    }
  `,
  [bulkChange],
);

const createMutation = graphql(
  `
    mutation CreateBulkChange($input: CreateBulkChangeInput!) {
      createBulkChange(input: $input) {
        bulkChange {
          ...BulkChange
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [bulkChange, userError],
);

const undoMutation = graphql(
  `
    mutation UndoBulkChange($input: UndoBulkChangeInput!) {
      undoBulkChange(input: $input) {
        bulkChange {
          ...BulkChange
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [bulkChange, userError],
);

const cancelBulkChangeMutation = graphql(
  `
    mutation CancelBulkChange($input: CancelJobInput!) {
      cancelJob(input: $input) {
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type BulkChange = ResultOf<typeof bulkChange>;
type BulkChangeInput = VariablesOf<typeof createMutation>['input'];

const POLL_MS = 800;

/** The lists that a change of many documents is about. */
const LISTS = keysOf('documents', 'corpus-documents', 'corpus-labels', 'document-labels', 'folders', 'corpus', 'corpora', 'bin', 'document', 'jobs');

const bulkChangeOptions = (id: string) =>
  queryOptions({
    queryKey: ['bulk-changes', id],
    queryFn: async (): Promise<BulkChange | null> => {
      const { node } = await request(bulkChangeQuery, { id });
      return node && 'state' in node ? node : null;
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'WAITING' ? pollInterval(POLL_MS) : false),
  });

const useCreateBulkChange = () =>
  useInvalidatingMutation({ mutationFn: async (input: BulkChangeInput) => (await mutate(createMutation, input)).bulkChange, affected: keysOf('jobs', 'documents', 'corpus-documents'), onError: ignoreError });

const useUndoBulkChange = () => useInvalidatingMutation({ mutationFn: async (id: string) => (await mutate(undoMutation, { id })).bulkChange, affected: keysOf('bulk-changes', 'jobs') });

const useCancelBulkChange = () => useInvalidatingMutation({ mutationFn: (job: string) => mutate(cancelBulkChangeMutation, { id: job }), affected: keysOf('bulk-changes', 'jobs') });

/** Refetches the lists once a change has ended. */
const CHANGED_LISTS = LISTS;

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
function BulkProgress({ started, onClose }: { started: BulkChange; onClose: () => void }) {
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
