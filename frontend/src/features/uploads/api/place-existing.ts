// Documents that were here already go where they were dropped, without a byte sent. One that is in the corpus stays in its folder.
import { pagePlace, problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { toApiError } from '@/lib/errors';
import { request, unwrap } from '@/lib/graphql-client';
import { everyNode, NO_NODES } from '@/lib/relay';

import type { Place, Upload } from '../model/upload';

const addition = graphql(
  `
    mutation PlaceExisting($input: AddDocumentsToCorpusInput!) {
      addDocumentsToCorpus(input: $input) {
        added
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const folderList = graphql(
  `
    query FoldersToPlaceIn($id: ID!, $first: Int!, $after: String) {
      corpus(id: $id) {
        id
        folders(first: $first, after: $after) {
          pageInfo {
            ...PagePlace
          }
          edges {
            node {
              uuid
              path
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
    mutation CreateFolderToPlaceIn($input: CreateFolderInput!) {
      createFolder(input: $input) {
        folder {
          uuid
          path
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const move = graphql(
  `
    mutation MovePlaced($input: MoveDocumentsInput!) {
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

const PAGE = 200;

const foldersOf = (id: string) =>
  everyNode(async (after) => (await request(folderList, { id, first: PAGE, after })).corpus?.folders ?? NO_NODES);

interface Known {
  uuid: string;
  path: string;
}

/** An upload may be making the same folder at this moment. */
async function made(corpusId: string, name: string, parent: Known | undefined, path: string): Promise<Known | undefined> {
  const input = { corpusId, name, ...(parent && { parentId: parent.uuid }) };
  try {
    return unwrap((await request(creation, { input })).createFolder).folder ?? undefined;
  } catch (error) {
    if (toApiError(error).code !== 'folder_exists') throw error;
    return (await foldersOf(corpusId)).find((each) => each.path === path);
  }
}

async function folderFor(corpusId: string, { folder, path = '' }: Place): Promise<string | undefined> {
  if (!path) return folder;
  const known = await foldersOf(corpusId);
  let here: Known | undefined = known.find(({ uuid }) => uuid === folder);
  for (const name of path.split('/')) {
    const wanted: string = here ? `${here.path}/${name}` : name;
    // oxlint-disable-next-line no-await-in-loop -- a folder stands in the one made before it
    here = known.find((each) => each.path === wanted) ?? (await made(corpusId, name, here, wanted));
  }
  return here?.uuid;
}

const add = async (corpusId: string, documentIds: string[]) =>
  unwrap((await request(addition, { input: { corpusId, documentIds } })).addDocumentsToCorpus).added;

async function placeIn(corpusId: string, place: Place, documentIds: readonly string[]): Promise<void> {
  if (!place.folder && !place.path) {
    await add(corpusId, [...documentIds]);
    return;
  }
  const added: string[] = [];
  for (const id of documentIds) {
    // oxlint-disable-next-line no-await-in-loop -- only one at a time tells which of them are new here
    if ((await add(corpusId, [id])) > 0) added.push(id);
  }
  const folderId = added.length > 0 ? await folderFor(corpusId, place) : undefined;
  if (folderId) unwrap((await request(move, { input: { corpusId, documentIds: added, folderId } })).moveDocuments);
}

export async function placeExisting(uploads: readonly Upload[]): Promise<void> {
  const places = new Map<string, Upload[]>();
  for (const upload of uploads) {
    const { corpus, folder, path } = upload.place;
    const key = JSON.stringify([corpus, folder, path]);
    places.set(key, [...(places.get(key) ?? []), upload]);
  }
  for (const group of places.values()) {
    const [first] = group;
    if (!first?.place.corpus) continue;
    // oxlint-disable-next-line no-await-in-loop -- folders that two groups share are made once
    await placeIn(first.place.corpus, first.place, [...new Set(group.flatMap(({ documentId }) => documentId ?? []))]);
  }
}
