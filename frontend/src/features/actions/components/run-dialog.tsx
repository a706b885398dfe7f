import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';

import { documentsToRunOptions, type Action } from '../api/actions';
import { useRunAction } from '../api/edit-actions';

interface RunDialogProps {
  action: Action;
  corpusId: string;
  onClose: () => void;
}

/** Says on how many documents an action would run before it does. */
export function RunDialog({ action, corpusId, onClose }: RunDialogProps) {
  const documents = useQuery(documentsToRunOptions(action.uuid));
  const run = useRunAction(corpusId);
  const number = documents.data;
  const nothing = number === 0;
  const confirm = () => number !== undefined && !nothing && run.mutate(action);
  const text = () => {
    if (documents.isError) return toApiError(documents.error).message;
    if (number === undefined) return t`Counting the documents…`;
    if (nothing) return t`It has succeeded on every document of this corpus that is ready, with its present settings.`;
    return t`It runs on ${plural(number, { one: '# document', other: '# documents' })} on which it has not succeeded with its present settings. Documents that are being processed follow when they are ready.`;
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={nothing ? t`Nothing to run for ${quoted(action.name)}` : t`Run ${quoted(action.name)}?`}
      confirm={number ? t`Run on ${plural(number, { one: '# document', other: '# documents' })}` : t`OK`}
      danger={false}
      onConfirm={confirm}
    >
      {text()}
    </ConfirmDialog>
  );
}
