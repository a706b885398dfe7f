// Moving documents between folders, with undo.
import { plural, t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showErrorToast, showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { UNFILED } from '../model/unfiled';
import { idsInFolder } from './corpus-documents';
import { AFFECTED, type Folder, useRefreshFolders } from './folders';

const mutation = graphql(
  `
    mutation MoveDocuments($input: MoveDocumentsInput!) {
      moveDocuments(input: $input) {
        moved
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The server accepts this many documents per request. */
const BATCH = 500;
/** In a corpus with more folders, searching them for the documents takes too long: the move has no undo. */
const MAX_SEARCHED = 50;

/** Move documents to a folder; without `folderId`, out of all folders. */
export async function moveDocuments(corpusId: string, documentIds: readonly string[], folderId: string | undefined): Promise<void> {
  for (let start = 0; start < documentIds.length; start += BATCH) {
    const input = { corpusId, documentIds: documentIds.slice(start, start + BATCH), ...(folderId && { folderId }) };
    // oxlint-disable-next-line no-await-in-loop -- one batch after another
    await mutate(mutation, input);
  }
}

export interface DocumentMove {
  corpusId: string;
  documentIds: readonly string[];
  /** the folder they are in, if the page knows it; UNFILED: in none */
  from: string | undefined;
  /** absent: out of all folders */
  to: Folder | undefined;
  folders: readonly Folder[];
}

type DocumentsByFolder = ReadonlyMap<string, readonly string[]>;

/** Return the documents by their present folder, or undefined if that would be a long search. */
async function locate({ corpusId, documentIds, from, folders }: DocumentMove): Promise<DocumentsByFolder | undefined> {
  if (from !== undefined) return new Map([[from, documentIds]]);
  const filled = folders.filter(({ documentCount }) => documentCount > 0);
  if (filled.length > MAX_SEARCHED) return undefined;
  const located = new Map<string, string[]>();
  const left = new Set(documentIds);
  for (const { uuid } of filled) {
    // oxlint-disable-next-line no-await-in-loop -- stops as soon as all are located
    const here = left.size > 0 ? (await idsInFolder(corpusId, uuid)).filter((id) => left.delete(id)) : [];
    if (here.length > 0) located.set(uuid, here);
  }
  return located.set(UNFILED, [...left]);
}

async function moveBack(corpusId: string, documents: DocumentsByFolder): Promise<void> {
  for (const [folder, ids] of documents) {
    // oxlint-disable-next-line no-await-in-loop -- one folder after another
    if (ids.length > 0) await moveDocuments(corpusId, ids, folder === UNFILED ? undefined : folder);
  }
}

export function useMoveDocuments() {
  const refresh = useRefreshFolders();
  return useInvalidatingMutation({
    mutationFn: async (move: DocumentMove) => {
      const before = await locate(move);
      await moveDocuments(move.corpusId, move.documentIds, move.to?.uuid);
      return before;
    },
    affected: AFFECTED,
    onSuccess: (before, { corpusId, documentIds, to }) => {
      const undo = () => void moveBack(corpusId, before ?? new Map()).then(refresh, showErrorToast);
      const count = documentIds.length;
      const folder = to?.name ?? '';
      const text = to
        ? plural(count, { one: `Moved # document to “${folder}”.`, other: `Moved # documents to “${folder}”.` })
        : plural(count, { one: 'Moved # document out of its folder.', other: 'Moved # documents out of their folders.' });
      showToast({ text, ...(before && { action: { label: t`Undo`, run: undo } }) });
    },
  });
}
