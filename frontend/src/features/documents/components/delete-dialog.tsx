import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenChanged } from '@/lib/changes';
import { count } from '@/lib/format';

import { useDeleteDocuments } from '../api/delete-document';

interface DeleteDialogProps {
  documents: readonly { uuid: string; title: string }[];
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteDialog({ documents, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteDocuments();
  const [first] = documents;
  const what = documents.length === 1 && first ? `“${first.title}”` : count(documents.length, 'document');
  const confirm = () => void whenChanged(remove.mutateAsync(documents.map(({ uuid }) => uuid)), () => onDeleted?.());
  return (
    <ConfirmDialog
      open={documents.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Delete ${what}?`}
      confirm={`Delete ${documents.length === 1 ? 'document' : count(documents.length, 'document')}`}
      onConfirm={confirm}
    >
      The file, its text and every annotation on it are removed for good, in all corpora.
    </ConfirmDialog>
  );
}
