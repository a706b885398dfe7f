import { plural, t } from '@lingui/core/macro';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { AddToCorpusDialog } from '@/features/corpora/components/add-to-corpus-dialog';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { RenameDialog } from '@/features/documents/components/rename-dialog';
import { countAttachments, type DeletedDocument } from '@/features/documents/model/deletion';
import { ShareDialog } from '@/features/sharing/components/share-dialog';
import { binPeriod } from '@/lib/bin-period';

export interface OpenDialog {
  kind: 'add' | 'delete' | 'rename' | 'share';
  documents: readonly DocumentRow[];
}

interface DocumentDialogsProps extends OpenDialog {
  onClose: () => void;
  /** called when the documents were added to a corpus, or deleted */
  onDone: () => void;
}

interface DeleteDialogProps {
  documents: readonly DeletedDocument[];
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms the deletion of many documents. A single one is deleted without confirmation, because it can be undone. */
function DeleteDialog({ documents, onClose, onConfirm }: DeleteDialogProps) {
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

/** The dialogs about documents of a list. */
export function DocumentDialogs({ kind, documents, onClose, onDone }: DocumentDialogsProps) {
  const deletion = useDeleteDocuments(onDone);
  const [first] = documents;
  if (!first) return null;
  const done = () => {
    onDone();
    onClose();
  };
  switch (kind) {
    case 'add':
      return <AddToCorpusDialog documentIds={documents.map(({ uuid }) => uuid)} onClose={onClose} onAdded={done} />;
    case 'share':
      return <ShareDialog subject={{ kind: 'document', uuid: first.uuid, title: first.title }} onClose={onClose} />;
    case 'rename':
      return <RenameDialog document={first} offersUndo onClose={onClose} />;
    case 'delete':
      return <DeleteDialog documents={documents} onClose={onClose} onConfirm={() => deletion.mutate(documents)} />;
  }
}
