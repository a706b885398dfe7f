import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';

interface RenameDialogProps {
  document: { uuid: string; title: string; version: string };
  onClose: () => void;
}

export function RenameDialog({ document: { uuid, title, version }, onClose }: RenameDialogProps) {
  return (
    <LazyEditDialog
      title="Rename document"
      confirm="Rename"
      path={`/api/v1/documents/${uuid}`}
      affected={[['document', uuid], ['documents'], ['corpus-documents']]}
      version={version}
      fields={[{ name: 'title', label: 'Title', value: title, maxLength: 300 }]}
      onClose={onClose}
    />
  );
}
