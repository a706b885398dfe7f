// The folders of a corpus: list, create, move, delete.
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { useDeletion } from '@/features/bin/api/restore';
import { offerUndo } from '@/features/edits/replay-edits';
import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

const query = graphql(
  `
    query Folders($id: ID!, $first: Int!, $after: String) {
      corpus(id: $id) {
        id
        folders(first: $first, after: $after) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              uuid
              parentUuid
              name
              version
              path
              documentCount
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const creation = graphql(
  `
    mutation CreateFolder($input: CreateFolderInput!) {
      createFolder(input: $input) {
        folder {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const moving = graphql(
  `
    mutation MoveFolder($input: UpdateFolderInput!) {
      updateFolder(input: $input) {
        folder {
          version
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
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

type Connection = NonNullable<ResultOf<typeof query>['corpus']>['folders'];
export type Folder = Connection['edges'][number]['node'];

const PAGE = 200;

export const fetchFolders = (id: string): Promise<Folder[]> =>
  allNodes(async (after) => (await request(query, { id, first: PAGE, after })).corpus?.folders ?? NO_NODES);

export const foldersOptions = (corpusId: string) => queryOptions({ queryKey: ['folders', corpusId], queryFn: () => fetchFolders(corpusId) });

export interface NewFolder {
  corpusId: string;
  name: string;
  parentId?: string;
}

export const createFolder = async (input: NewFolder): Promise<string> => (await mutate(creation, input)).folder?.uuid ?? '';

/** Query keys of everything that shows folders. */
export const AFFECTED = keysOf('folders', 'corpus-documents');

export const useCreateFolder = () => useInvalidatingMutation({ mutationFn: createFolder, onError: ignoreError });

export interface FolderMove {
  folder: Folder;
  /** absent: the top level */
  parentId: string | undefined;
}

export function useMoveFolder() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async ({ folder, parentId }: FolderMove) => {
      const group = uuidv7();
      await mutate(moving, { id: folder.uuid, version: folder.version, group, parentId: parentId ?? null });
      return group;
    },
    onSuccess: (group, { folder }) => showToast({ text: t`Moved “${folder.name}”.`, ...offerUndo(queryClient, group) }),
  });
}

/** Move a folder with its subfolders to the bin. Their documents move to the folder above. */
export const useDeleteFolder = () =>
  useDeletion({
    mutationFn: ({ uuid }: Folder, group) => mutate(deletion, { id: uuid, group }),
    isEdit: true,
    uuids: ({ uuid }) => [uuid],
    text: ({ name }) => t`Moved ${quoted(name)} to the bin. Its documents were kept.`,
  });
