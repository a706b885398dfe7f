// Documents into folders, and back.
import { useMutation } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { count } from '@/lib/format';
import { request, unwrap } from '@/lib/graphql-client';
import { complain, showToast } from '@/lib/toasts';

import { UNFILED } from '../model/folder-tree';
import { idsInFolder } from './folder-documents';
import { type Folder, useRefreshFolders } from './folders';

const mutation = graphql(
  `
    mutation MoveDocuments($input: MoveDocumentsInput!) {
      moveDocuments(input: $input) {
        moved
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const MANY = 500;
/** Beyond that, finding where documents stood takes longer than it is worth. */
const MOST_SEARCHED = 50;

/** `folderId` absent: out of every folder. */
export async function moveDocuments(corpusId: string, documentIds: readonly string[], folderId: string | undefined): Promise<void> {
  for (let start = 0; start < documentIds.length; start += MANY) {
    const input = { corpusId, documentIds: documentIds.slice(start, start + MANY), ...(folderId && { folderId }) };
    // oxlint-disable-next-line no-await-in-loop -- the server takes so many at once
    unwrap((await request(mutation, { input })).moveDocuments);
  }
}

export interface DocumentMove {
  corpusId: string;
  documentIds: readonly string[];
  /** where they stand, where the page knows it; UNFILED: in none */
  from: string | undefined;
  /** absent: out of every folder */
  to: Folder | undefined;
  folders: readonly Folder[];
}

type Places = ReadonlyMap<string, readonly string[]>;

/** Which of the documents stood in which folder; nothing where that would be a long search. */
async function placesBefore({ corpusId, documentIds, from, folders }: DocumentMove): Promise<Places | undefined> {
  if (from !== undefined) return new Map([[from, documentIds]]);
  const filled = folders.filter(({ documentCount }) => documentCount > 0);
  if (filled.length > MOST_SEARCHED) return undefined;
  const places = new Map<string, string[]>();
  const left = new Set(documentIds);
  for (const { uuid } of filled) {
    // oxlint-disable-next-line no-await-in-loop -- ends as soon as all are found
    const here = left.size > 0 ? (await idsInFolder(corpusId, uuid)).filter((id) => left.delete(id)) : [];
    if (here.length > 0) places.set(uuid, here);
  }
  return places.set(UNFILED, [...left]);
}

async function putBack(corpusId: string, places: Places): Promise<void> {
  for (const [folder, ids] of places) {
    // oxlint-disable-next-line no-await-in-loop -- one folder after the other
    if (ids.length > 0) await moveDocuments(corpusId, ids, folder === UNFILED ? undefined : folder);
  }
}

export function useMoveDocuments() {
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: async (move: DocumentMove) => {
      const places = await placesBefore(move);
      await moveDocuments(move.corpusId, move.documentIds, move.to?.uuid);
      return places;
    },
    onSuccess: (places, { corpusId, documentIds, to }) => {
      const undo = () => void putBack(corpusId, places ?? new Map()).then(refresh, complain);
      const where = to ? ` to “${to.name}”` : ' out of its folder';
      showToast({ text: `Moved ${count(documentIds.length, 'document')}${where}.`, ...(places && { action: { label: 'Undo', run: undo } }) });
    },
    onError: complain,
    onSettled: refresh,
  });
}
