import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenChanged } from '@/lib/changes';
import { count } from '@/lib/format';

import { useDeleteDocuments } from '../api/delete-document';

interface DeleteDialogProps {
  documents: readonly { uuid: string; title: string; childCount: number; parent: { uuid: string } | null }[];
  onClose: () => void;
  onDeleted?: () => void;
}

/** How many go with them: only an upload takes along what was found in it, and those that were chosen count already. */
function foundInside(documents: DeleteDialogProps['documents']): number {
  const uploads = documents.filter(({ parent }) => parent === null);
  const chosen = documents.filter(({ parent }) => uploads.some(({ uuid }) => uuid === parent?.uuid));
  return uploads.reduce((sum, { childCount }) => sum + childCount, 0) - chosen.length;
}

export function DeleteDialog({ documents, onClose, onDeleted }: DeleteDialogProps) {
  const remove = useDeleteDocuments();
  const [first] = documents;
  const what = documents.length === 1 && first ? `“${first.title}”` : count(documents.length, 'document');
  const inside = foundInside(documents);
  const asked = documents.filter(({ parent }) => !documents.some(({ uuid }) => uuid === parent?.uuid));
  const confirm = () => void whenChanged(remove.mutateAsync(asked.map(({ uuid }) => uuid)), () => onDeleted?.());
  return (
    <ConfirmDialog
      open={documents.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={`Delete ${what}?`}
      confirm={`Delete ${documents.length === 1 ? 'document' : count(documents.length, 'document')}`}
      onConfirm={confirm}
    >
      The file, its text and every annotation on it are removed for good, in all corpora.
      {inside > 0 && ` ${count(inside, 'document')} found inside ${inside === 1 ? 'goes' : 'go'} with it.`}
    </ConfirmDialog>
  );
}
