// Documents that were here already go where they were dropped, without a byte sent. One that is in the corpus stays in its folder.
import { createFolder, fetchFolders } from '@/features/corpora/api/folders';
import { addDocuments } from '@/features/corpora/api/membership';
import { moveDocuments } from '@/features/corpora/api/move-documents';
import { toApiError } from '@/lib/errors';

import type { Place, Upload } from '../model/upload';

interface Known {
  uuid: string;
  path: string;
}

/** An upload may be making the same folder at this moment. */
async function made(corpusId: string, name: string, parent: Known | undefined, path: string): Promise<Known | undefined> {
  try {
    return { uuid: await createFolder({ corpusId, name, ...(parent && { parentId: parent.uuid }) }), path };
  } catch (error) {
    if (toApiError(error).code !== 'folder_exists') throw error;
    return (await fetchFolders(corpusId)).find((each) => each.path === path);
  }
}

async function folderFor(corpusId: string, { folder, path = '' }: Place): Promise<string | undefined> {
  if (!path) return folder;
  const known = await fetchFolders(corpusId);
  let here: Known | undefined = known.find(({ uuid }) => uuid === folder);
  for (const name of path.split('/')) {
    const wanted: string = here ? `${here.path}/${name}` : name;
    // oxlint-disable-next-line no-await-in-loop -- a folder stands in the one made before it
    here = known.find((each) => each.path === wanted) ?? (await made(corpusId, name, here, wanted));
  }
  return here?.uuid;
}

async function placeIn(corpusId: string, place: Place, documentIds: readonly string[]): Promise<void> {
  if (!place.folder && !place.path) {
    await addDocuments({ corpusId, documentIds: [...documentIds] });
    return;
  }
  const added: string[] = [];
  for (const id of documentIds) {
    // oxlint-disable-next-line no-await-in-loop -- only one at a time tells which of them are new here
    if ((await addDocuments({ corpusId, documentIds: [id] })).added > 0) added.push(id);
  }
  const folderId = added.length > 0 ? await folderFor(corpusId, place) : undefined;
  if (folderId) await moveDocuments(corpusId, added, folderId);
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
