// The folders of a corpus, and what can be done with them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { pagePlace, problem } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { everyNode, NO_NODES } from '@/lib/relay';
import { complain, showToast } from '@/lib/toasts';

const query = graphql(
  `
    query Folders($id: ID!, $first: Int!, $after: String) {
      corpus(id: $id) {
        id
        folders(first: $first, after: $after) {
          pageInfo {
            ...PagePlace
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
  [pagePlace],
);

const creation = graphql(
  `
    mutation CreateFolder($input: CreateFolderInput!) {
      createFolder(input: $input) {
        folder {
          uuid
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const moving = graphql(
  `
    mutation MoveFolder($input: MoveFolderInput!) {
      moveFolder(input: $input) {
        folder {
          version
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

type Connection = NonNullable<ResultOf<typeof query>['corpus']>['folders'];
export type Folder = Connection['edges'][number]['node'];

const PAGE = 200;

export const fetchFolders = (id: string): Promise<Folder[]> =>
  everyNode(async (after) => (await request(query, { id, first: PAGE, after })).corpus?.folders ?? NO_NODES);

export const foldersOptions = (corpusId: string) => queryOptions({ queryKey: ['folders', corpusId], queryFn: () => fetchFolders(corpusId) });

export interface NewFolder {
  corpusId: string;
  name: string;
  parentId?: string;
}

export const createFolder = async (input: NewFolder): Promise<string> => unwrap((await request(creation, { input })).createFolder).folder?.uuid ?? '';

const moveFolder = async (input: { id: string; version: string; parentId?: string }) => unwrap((await request(moving, { input })).moveFolder);

export const AFFECTED = ['folders', 'corpus-documents', 'folder-documents'];

/** Fetches anew what shows folders. */
export function useRefreshFolders() {
  const queryClient = useQueryClient();
  return () => Promise.all(AFFECTED.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
}

export function useCreateFolder() {
  const refresh = useRefreshFolders();
  return useMutation({ mutationFn: createFolder, onSuccess: refresh });
}

export interface FolderMove {
  folder: Folder;
  /** absent: the top */
  parentId: string | undefined;
}

export function useMoveFolder() {
  const refresh = useRefreshFolders();
  const move = useMutation({
    mutationFn: ({ folder, parentId }: FolderMove) => moveFolder({ id: folder.uuid, version: folder.version, ...(parentId && { parentId }) }),
    onSuccess: ({ folder: moved }, { folder }) => {
      const back = () => move.mutate({ folder: { ...folder, ...moved }, parentId: folder.parentUuid ?? undefined });
      showToast({ text: `Moved “${folder.name}”.`, action: { label: 'Undo', run: back } });
    },
    onError: complain,
    onSettled: refresh,
  });
  return move;
}
