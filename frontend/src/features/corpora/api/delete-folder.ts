// A folder is dissolved: its documents go to the one above. Undo makes it again, with those below it, and puts the documents back.
import { useMutation } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { complain, showToast } from '@/lib/toasts';

import { withBelow } from '../model/folder-tree';
import { idsInFolder } from './folder-documents';
import { createFolder, type Folder, useRefreshFolders } from './folders';
import { moveDocuments } from './move-documents';

const mutation = graphql(
  `
    mutation DeleteFolder($input: DeleteFolderInput!) {
      deleteFolder(input: $input) {
        moved
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

interface Dissolution {
  corpusId: string;
  folder: Folder;
  folders: readonly Folder[];
}

interface Remembered {
  folder: Folder;
  documentIds: string[];
}

async function remember({ corpusId, folder, folders }: Dissolution): Promise<Remembered[]> {
  const below = withBelow(folders, folder);
  return Promise.all(below.map(async (each) => ({ folder: each, documentIds: each.documentCount > 0 ? await idsInFolder(corpusId, each.uuid) : [] })));
}

/** They come back under new ids: each stands in the new one of its parent. */
async function makeAgain(corpusId: string, remembered: readonly Remembered[]): Promise<void> {
  const made = new Map<string, string>();
  for (const { folder, documentIds } of remembered) {
    const parentId = folder.parentUuid ? (made.get(folder.parentUuid) ?? folder.parentUuid) : undefined;
    // oxlint-disable-next-line no-await-in-loop -- a folder stands in the one made before it
    const uuid = await createFolder({ corpusId, name: folder.name, ...(parentId && { parentId }) });
    made.set(folder.uuid, uuid);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await moveDocuments(corpusId, documentIds, uuid);
  }
}

export function useDeleteFolder() {
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: async (dissolution: Dissolution) => {
      const remembered = await remember(dissolution);
      unwrap((await request(mutation, { input: { id: dissolution.folder.uuid } })).deleteFolder);
      return remembered;
    },
    onSuccess: (remembered, { corpusId, folder }) => {
      const undo = () => void makeAgain(corpusId, remembered).then(refresh, complain);
      showToast({ text: `Deleted the folder “${folder.name}”. Its documents are kept.`, action: { label: 'Undo', run: undo } });
    },
    onError: complain,
    onSettled: refresh,
  });
}
