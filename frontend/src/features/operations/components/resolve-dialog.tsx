import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { count } from '@/lib/format';

import { useDiscard, useRequeue } from '../api/resolve-failures';
import type { FailureSelection } from '../model/failure-groups';

/** The action to confirm. */
export interface Resolution {
  kind: 'retry' | 'discard';
  count: number;
  selection: FailureSelection;
}

const JOBS_PER_SECOND = 10;

interface ResolveDialogProps {
  resolution: Resolution | null;
  onClose: () => void;
}

/** Confirms retrying many failed jobs, or dismissing failures. */
export function ResolveDialog({ resolution, onClose }: ResolveDialogProps) {
  const requeue = useRequeue();
  const discard = useDiscard();
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState(resolution);
  if (resolution && resolution !== last) setLast(resolution);
  if (!last) return null;
  const jobs = count(last.count, 'job');
  const failures = count(last.count, 'failure');
  const isRetry = last.kind === 'retry';
  const confirm = () => (isRetry ? requeue : discard).mutate(last.selection);
  return (
    <ConfirmDialog
      open={resolution !== null}
      onOpenChange={(open) => open || onClose()}
      title={isRetry ? `Retry ${jobs}?` : `Dismiss ${failures}?`}
      confirm={isRetry ? `Retry ${jobs}` : `Dismiss ${failures}`}
      danger={!isRetry}
      onConfirm={confirm}
    >
      {isRetry
        ? `Up to ${JOBS_PER_SECOND} jobs start per second, so that jobs of other users continue to run. Completed steps are not repeated.`
        : 'The jobs stay failed and are removed from this list. Users can still retry their own documents.'}
    </ConfirmDialog>
  );
}
