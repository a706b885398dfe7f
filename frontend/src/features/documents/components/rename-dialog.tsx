import { t } from '@lingui/core/macro';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';

interface RenameDialogProps {
  document: { uuid: string; title: string; version: string };
  onClose: () => void;
}

export function RenameDialog({ document: { uuid, title, version }, onClose }: RenameDialogProps) {
  return (
    <LazyEditDialog
      title={t`Rename document`}
      confirm={t`Rename`}
      path={`/api/v1/documents/${uuid}`}
      affected={[['document', uuid], ['documents'], ['corpus-documents']]}
      version={version}
      fields={[{ name: 'title', label: t`Title`, value: title, maxLength: 300 }]}
      onClose={onClose}
    />
  );
}
