import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useDeleteFolder, useMoveFolder, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import type { Dragged } from '@/features/corpora/components/folders/dragged';
import { NewFolderDialog, RenameFolderDialog } from '@/features/corpora/components/folders/folder-name-dialog';
import { FolderTree, type FolderAction } from '@/features/corpora/components/folders/folder-tree';
import { MoveDialog } from '@/features/corpora/components/folders/move-dialog';
import { targetsFor, withBelow } from '@/features/corpora/model/folder-tree';
import { useCommands } from '@/lib/commands';
import { may } from '@/lib/permissions';

interface CorpusFoldersProps {
  corpus: CorpusDetail;
  folders: readonly Folder[];
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
  onMoveDocuments: (uuids: readonly string[], to: Folder | undefined) => void;
}

interface OpenDialog {
  action: Exclude<FolderAction, 'delete'>;
  folder: Folder | undefined;
}

export function CorpusFolders({ corpus, folders, current, onOpen, onMoveDocuments }: CorpusFoldersProps) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const moveFolder = useMoveFolder();
  const deleteFolder = useDeleteFolder();
  const close = () => setDialog(undefined);
  useCommands(() => (may(corpus, 'EDIT') ? [{ name: 'folder.create', text: t`New folder`, run: () => setDialog({ action: 'create', folder: undefined }) }] : []));

  const remove = (folder: Folder) => {
    if (withBelow(folders, folder).some(({ uuid }) => uuid === current)) onOpen(folder.parentUuid ?? undefined);
    deleteFolder.mutate(folder);
  };
  const onAction = (action: FolderAction, folder: Folder | undefined) => {
    if (action !== 'delete') setDialog({ action, folder });
    else if (folder) remove(folder);
  };
  const drop = (dragged: Dragged, target: Folder | undefined) => {
    if ('documents' in dragged) {
      onMoveDocuments(dragged.documents, target);
      return;
    }
    const folder = folders.find(({ uuid }) => uuid === dragged.folder);
    const isAllowed = folder && (target ? targetsFor(folders, folder).includes(target) : folder.parentUuid !== null);
    if (isAllowed) moveFolder.mutate({ folder, parentId: target?.uuid });
  };
  return (
    <>
      <FolderTree editable={may(corpus, 'EDIT')} folders={folders} documentCount={corpus.documentCount} current={current} onOpen={onOpen} onAction={onAction} onDrop={drop} />
      {dialog?.action === 'move' && dialog.folder && (
        <MoveDialog
          title={t`Move “${dialog.folder.name}” to…`}
          folders={folders}
          moved={dialog.folder}
          onMove={(to) => dialog.folder && moveFolder.mutate({ folder: dialog.folder, parentId: to?.uuid })}
          onClose={close}
        />
      )}
      {dialog?.action === 'create' && <NewFolderDialog corpusId={corpus.uuid} folder={dialog.folder} onClose={close} />}
      {dialog?.action === 'rename' && dialog.folder && <RenameFolderDialog folder={dialog.folder} onClose={close} />}
    </>
  );
}
