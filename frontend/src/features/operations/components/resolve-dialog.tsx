import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';

import { useDiscard, useRequeue } from '../api/failures';
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
  const jobs = plural(last.count, { one: '# job', other: '# jobs' });
  const failures = plural(last.count, { one: '# failure', other: '# failures' });
  const isRetry = last.kind === 'retry';
  const confirm = () => (isRetry ? requeue : discard).mutate(last.selection);
  return (
    <ConfirmDialog
      open={resolution !== null}
      onOpenChange={(open) => open || onClose()}
      title={isRetry ? t`Retry ${jobs}?` : t`Dismiss ${failures}?`}
      confirm={isRetry ? t`Retry ${jobs}` : t`Dismiss ${failures}`}
      danger={!isRetry}
      onConfirm={confirm}
    >
      {isRetry
        ? t`Up to ${JOBS_PER_SECOND} jobs start per second, so that jobs of other users continue to run. Completed steps are not repeated.`
        : t`The jobs stay failed and are removed from this list. Users can still retry their own documents.`}
    </ConfirmDialog>
  );
}
