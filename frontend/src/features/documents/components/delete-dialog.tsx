import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { afterMutation } from '@/lib/after-mutation';
import { count } from '@/lib/format';

import { useDeleteDocuments } from '../api/delete-document';

interface DeleteDialogProps {
  documents: readonly { uuid: string; title: string; attachmentCount: number; parent: { uuid: string } | null }[];
  onClose: () => void;
  onDeleted?: () => void;
}

/** Count the attachments that are deleted with the documents, without those that are selected themselves. */
function countAttachments(documents: DeleteDialogProps['documents']): number {
  const uploads = documents.filter(({ parent }) => parent === null);
  const selected = documents.filter(({ parent }) => uploads.some(({ uuid }) => uuid === parent?.uuid));
  return uploads.reduce((sum, { attachmentCount }) => sum + attachmentCount, 0) - selected.length;
}

export function DeleteDialog({ documents, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteDocuments();
  const [first] = documents;
  const names = documents.length === 1 && first ? `“${first.title}”` : count(documents.length, 'document');
  const attachments = countAttachments(documents);
  // Attachments are deleted with their parent.
  const roots = documents.filter(({ parent }) => !documents.some(({ uuid }) => uuid === parent?.uuid));
  const confirm = () => void afterMutation(remove.mutateAsync(roots.map(({ uuid }) => uuid)), () => onDeleted?.());
  return (
    <ConfirmDialog
      open={documents.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Delete ${names}?`}
      confirm={`Delete ${documents.length === 1 ? 'document' : count(documents.length, 'document')}`}
      onConfirm={confirm}
    >
      This permanently deletes {documents.length === 1 ? 'the file, its text and its annotations' : 'the files, their text and their annotations'} in all corpora.
      {attachments > 0 && ` ${count(attachments, 'attachment')} will be deleted, too.`}
    </ConfirmDialog>
  );
}
