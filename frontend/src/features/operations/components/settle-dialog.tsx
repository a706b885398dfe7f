import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { count } from '@/lib/format';

import { useDiscard, useRequeue, type Chosen } from '../api/settle-failures';

/** What is about to be done to how many failures. */
export type Question = { kind: 'retry'; count: number; chosen: Chosen } | { kind: 'discard'; count: number; ids: string[] };

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
  const confirm = () => (shown.kind === 'retry' ? requeue.mutate(shown.chosen) : discard.mutate(shown.ids));
  const retries = shown.kind === 'retry';
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
