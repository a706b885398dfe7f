import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { binPeriod } from '@/lib/bin-period';
import { count } from '@/lib/format';

import { countAttachments, type DeletedDocument } from '../model/deletion';

interface DeleteDialogProps {
  documents: readonly DeletedDocument[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the deletion of many documents. A single one is deleted without confirmation, because it can be undone. */
export function DeleteDialog({ documents, onClose, onConfirm }: DeleteDialogProps) {
  const names = count(documents.length, 'document');
  const attachments = countAttachments(documents);
  return (
    <ConfirmDialog open onOpenChange={(open) => open || onClose()} title={`Delete ${names}?`} confirm={`Delete ${names}`} onConfirm={onConfirm}>
      They are moved to the bin for {binPeriod()}, with all their versions{attachments > 0 && ` and ${count(attachments, 'attachment')}`}.
    </ConfirmDialog>
  );
}
