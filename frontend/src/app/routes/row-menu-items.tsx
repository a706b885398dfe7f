import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, Download, FolderPlus, Pencil, RotateCcw, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import { MenuItem, MenuLink } from '@/components/ui/menu';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import type { DocumentRow } from '@/features/documents/api/document-list';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { mayRetry } from '@/features/documents/model/retry';
import { isMine, may } from '@/lib/permissions';

import type { OpenDialog } from './document-dialogs';

interface RowMenuItemsProps {
  document: DocumentRow;
  corpus?: string;
  onOpen: (kind: OpenDialog['kind'], documents: readonly DocumentRow[]) => void;
  /** called after a deletion */
  onDelete: () => void;
  /** items for this list only */
  children?: ReactNode;
}

/** The actions on a document in a list. */
export function RowMenuItems({ document, corpus, onOpen, onDelete, children }: RowMenuItemsProps) {
  const { uuid, scan } = document;
  const navigate = useNavigate();
  const retry = useRetryDocument();
  const deletion = useDeleteDocuments(onDelete);
  const show = (kind: OpenDialog['kind']) => onOpen(kind, [document]);
  return (
    <>
      <MenuItem icon={<BookOpen />} onSelect={() => void navigate({ to: '/d/$uuid', params: { uuid }, search: corpus ? { c: corpus } : {} })}>
        {t`Open`}
      </MenuItem>
      {may(document, 'EDIT') && (
        <MenuItem icon={<Pencil />} onSelect={() => show('rename')}>
          {t`Rename`}
        </MenuItem>
      )}
      {scan !== 'INFECTED' && scan !== 'PENDING' && (
        <MenuLink icon={<Download />} href={`/api/v1/documents/${uuid}/file?download=1`}>
          {t`Download`}
        </MenuLink>
      )}
      {mayRetry(document) && (
        <MenuItem icon={<RotateCcw />} onSelect={() => retry.mutate({ uuid })}>
          {t`Retry`}
        </MenuItem>
      )}
      {children}
      <MenuItem icon={<FolderPlus />} onSelect={() => show('add')}>
        {corpus === undefined ? t`Add to a corpus` : t`Add to another corpus`}
      </MenuItem>
      {(corpus === undefined || isMine(document)) && (
        <MenuItem icon={<Users />} onSelect={() => show('share')}>
          {isMine(document) ? t`Share` : t`Access`}
        </MenuItem>
      )}
      {may(document, 'DELETE') && (
        <MenuItem icon={<Trash2 />} danger onSelect={() => deletion.mutate([document])}>
          {t`Delete`}
        </MenuItem>
      )}
    </>
  );
}
