import { plural, t } from '@lingui/core/macro';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { binPeriod } from '@/lib/bin-period';

import { countAttachments, type DeletedDocument } from '../model/deletion';

interface DeleteDialogProps {
  documents: readonly DeletedDocument[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the deletion of many documents. A single one is deleted without confirmation, because it can be undone. */
export function DeleteDialog({ documents, onClose, onConfirm }: DeleteDialogProps) {
  const names = plural(documents.length, { one: '# document', other: '# documents' });
  const attachments = countAttachments(documents);
  const period = binPeriod();
  return (
    <ConfirmDialog open onOpenChange={(open) => open || onClose()} title={t`Delete ${names}?`} confirm={t`Delete ${names}`} onConfirm={onConfirm}>
      {attachments > 0
        ? plural(attachments, {
            one: `They are moved to the bin for ${period}, with all their versions and # attachment.`,
            other: `They are moved to the bin for ${period}, with all their versions and # attachments.`,
          })
        : t`They are moved to the bin for ${period}, with all their versions.`}
    </ConfirmDialog>
  );
}
