import { t } from '@lingui/core/macro';

import { useState } from 'react';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { reportEdit } from '@/lib/undoable-edits';
import { uuidv7 } from '@/lib/uuid';

interface RenameDialogProps {
  document: { uuid: string; title: string; version: string };
  /** the corpus in whose history the new title is; absent where there is no history */
  corpusId?: string | undefined;
  onClose: () => void;
}

export function RenameDialog({ document: { uuid, title, version }, corpusId, onClose }: RenameDialogProps) {
  const [group] = useState(uuidv7);
  return (
    <LazyEditDialog
      title={t`Rename document`}
      confirm={t`Rename`}
      path={`/api/v1/documents/${uuid}`}
      affected={[['document', uuid], ['documents'], ['corpus-documents'], ['edits', uuid]]}
      version={version}
      fields={[{ name: 'title', label: t`Title`, value: title, maxLength: 300 }]}
      constants={{ group }}
      onSaved={() => corpusId && reportEdit({ documentId: uuid, corpusId, group, text: t`Renamed the document` })}
      onClose={onClose}
    />
  );
}
