// Deleting a folder moves its documents to the parent folder. Undo recreates the folder and its subfolders and moves the documents back.
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showErrorToast, showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { withBelow } from '../model/folder-tree';
import { idsInFolder } from './folder-documents';
import { AFFECTED, createFolder, type Folder, useRefreshFolders } from './folders';
import { moveDocuments } from './move-documents';

const mutation = graphql(
  `
    mutation DeleteFolder($input: DeleteFolderInput!) {
      deleteFolder(input: $input) {
        moved
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

interface FolderDeletion {
  corpusId: string;
  folder: Folder;
  folders: readonly Folder[];
}

interface FolderSnapshot {
  folder: Folder;
  documentIds: string[];
}

/** Return the folder and its subfolders with their documents, for undo. */
async function takeSnapshot({ corpusId, folder, folders }: FolderDeletion): Promise<FolderSnapshot[]> {
  const below = withBelow(folders, folder);
  return Promise.all(below.map(async (each) => ({ folder: each, documentIds: each.documentCount > 0 ? await idsInFolder(corpusId, each.uuid) : [] })));
}

/** Recreate the folders. They get new ids, so that children refer to the new id of their parent. */
async function restore(corpusId: string, snapshot: readonly FolderSnapshot[]): Promise<void> {
  const newIds = new Map<string, string>();
  for (const { folder, documentIds } of snapshot) {
    const parentId = folder.parentUuid ? (newIds.get(folder.parentUuid) ?? folder.parentUuid) : undefined;
    // oxlint-disable-next-line no-await-in-loop -- parents are created before their children
    const uuid = await createFolder({ corpusId, name: folder.name, ...(parentId && { parentId }) });
    newIds.set(folder.uuid, uuid);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await moveDocuments(corpusId, documentIds, uuid);
  }
}

export function useDeleteFolder() {
  const refresh = useRefreshFolders();
  return useInvalidatingMutation({
    mutationFn: async (deletion: FolderDeletion) => {
      const snapshot = await takeSnapshot(deletion);
      await mutate(mutation, { id: deletion.folder.uuid });
      return snapshot;
    },
    affected: AFFECTED,
    onSuccess: (snapshot, { corpusId, folder }) => {
      const undo = () => void restore(corpusId, snapshot).then(refresh, showErrorToast);
      showToast({ text: `Deleted the folder “${folder.name}”. Its documents were kept.`, action: { label: 'Undo', run: undo } });
    },
  });
}
