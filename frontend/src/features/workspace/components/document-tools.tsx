import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { RenameDialog } from '@/features/documents/components/rename-dialog';
import { ShareButton } from '@/features/sharing/components/share-button';
import { isMine, may } from '@/lib/permissions';

/** The actions on a document that has no pages to show. */
export function DocumentTools({ document }: { document: DocumentDetail }) {
  const [isRenaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const deletion = useDeleteDocuments(() => void navigate({ to: '/' }));
  const { uuid, title } = document;
  return (
    <>
      {may(document, 'EDIT') && <IconButton label={t`Rename`} icon={<Pencil />} onClick={() => setRenaming(true)} />}
      {isMine(document) && <ShareButton size="small" subject={{ kind: 'document', uuid, title }} object={document} />}
      {may(document, 'DELETE') && <IconButton label={t`Delete`} icon={<Trash2 />} onClick={() => deletion.mutate([document])} />}
      {isRenaming && <RenameDialog document={document} onClose={() => setRenaming(false)} />}
    </>
  );
}
