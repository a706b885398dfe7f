import { useState } from 'react';

import { useDeleteFolder } from '@/features/corpora/api/delete-folder';
import { useMoveFolder, type Folder } from '@/features/corpora/api/folders';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import type { Dragged } from '@/features/corpora/components/folders/dragged';
import { NewFolderDialog, RenameFolderDialog } from '@/features/corpora/components/folders/folder-name-dialog';
import { FolderTree, type FolderAct } from '@/features/corpora/components/folders/folder-tree';
import { MoveDialog } from '@/features/corpora/components/folders/move-dialog';
import { targetsFor, withBelow } from '@/features/corpora/model/folder-tree';
import { may } from '@/lib/permissions';

interface CorpusFoldersProps {
  corpus: CorpusDetail;
  folders: readonly Folder[];
  current: string | undefined;
  onOpen: (folder: string | undefined) => void;
  onMoveDocuments: (uuids: readonly string[], to: Folder | undefined) => void;
}

interface Question {
  act: Exclude<FolderAct, 'delete'>;
  folder: Folder | undefined;
}

export function CorpusFolders({ corpus, folders, current, onOpen, onMoveDocuments }: CorpusFoldersProps) {
  const [question, setQuestion] = useState<Question>();
  const moveFolder = useMoveFolder();
  const deleteFolder = useDeleteFolder();
  const close = () => setQuestion(undefined);

  const dissolve = (folder: Folder) => {
    if (withBelow(folders, folder).some(({ uuid }) => uuid === current)) onOpen(folder.parentUuid ?? undefined);
    deleteFolder.mutate({ corpusId: corpus.uuid, folder, folders });
  };
  const act = (kind: FolderAct, folder: Folder | undefined) => {
    if (kind !== 'delete') setQuestion({ act: kind, folder });
    else if (folder) dissolve(folder);
  };
  const drop = (dragged: Dragged, target: Folder | undefined) => {
    if ('documents' in dragged) {
      onMoveDocuments(dragged.documents, target);
      return;
    }
    const folder = folders.find(({ uuid }) => uuid === dragged.folder);
    const fits = folder && (target ? targetsFor(folders, folder).includes(target) : folder.parentUuid !== null);
    if (fits) moveFolder.mutate({ folder, parentId: target?.uuid });
  };
  return (
    <>
      <FolderTree editable={may(corpus, 'EDIT')} folders={folders} documentCount={corpus.documentCount} current={current} onOpen={onOpen} onAct={act} onDrop={drop} />
      {question?.act === 'move' && question.folder && (
        <MoveDialog
          title={`Move “${question.folder.name}” to…`}
          folders={folders}
          moved={question.folder}
          onMove={(to) => question.folder && moveFolder.mutate({ folder: question.folder, parentId: to?.uuid })}
          onClose={close}
        />
      )}
      {question?.act === 'create' && <NewFolderDialog corpusId={corpus.uuid} folder={question.folder} onClose={close} />}
      {question?.act === 'rename' && question.folder && <RenameFolderDialog corpusId={corpus.uuid} folder={question.folder} onClose={close} />}
    </>
  );
}
