import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { count } from '@/lib/format';

import { useDiscard, useRequeue } from '../api/settle-failures';
import type { Chosen } from '../model/causes';

/** What is about to be done to how many failures. */
export interface Question {
  kind: 'retry' | 'discard';
  count: number;
  chosen: Chosen;
}

const A_SECOND = 10;

interface SettleDialogProps {
  question: Question | null;
  onClose: () => void;
}

/** Nothing that touches many jobs, or cannot be taken back, is done without this. */
export function SettleDialog({ question, onClose }: SettleDialogProps) {
  const requeue = useRequeue();
  const discard = useDiscard();
  // Closing fades out: what was asked stays readable until it is gone.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  if (!shown) return null;
  const jobs = count(shown.count, 'job');
  const retries = shown.kind === 'retry';
  const confirm = () => (retries ? requeue : discard).mutate(shown.chosen);
  return (
    <ConfirmDialog
      open={question !== null}
      onOpenChange={(open) => open || onClose()}
      title={retries ? `Retry ${jobs}?` : `Put ${count(shown.count, 'failure')} away?`}
      confirm={retries ? `Retry ${jobs}` : `Discard ${count(shown.count, 'failure')}`}
      keep={retries ? 'Leave them' : 'Keep'}
      danger={!retries}
      onConfirm={confirm}
    >
      {retries
        ? `They start one after another, ${A_SECOND} a second, so that other people’s work goes on beside them. Steps that succeeded are not repeated.`
        : 'The jobs stay failed, and nobody is reminded of them here any more. People can still retry their own documents.'}
    </ConfirmDialog>
  );
}
