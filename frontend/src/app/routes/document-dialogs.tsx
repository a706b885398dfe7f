import { AddToCorpusDialog } from '@/features/corpora/components/add-to-corpus-dialog';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { DeleteDialog } from '@/features/documents/components/delete-dialog';
import { RenameDialog } from '@/features/documents/components/rename-dialog';
import { ShareDialog } from '@/features/sharing/components/share-dialog';

export interface OpenDialog {
  kind: 'add' | 'delete' | 'rename' | 'share';
  documents: readonly DocumentRow[];
}

interface DocumentDialogsProps extends OpenDialog {
  onClose: () => void;
  /** called when the documents were added to a corpus, or deleted */
  onDone: () => void;
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
