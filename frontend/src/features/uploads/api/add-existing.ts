// Duplicates are added to the target corpus without uploading them. A document that is already in the corpus stays in its folder.
import { createFolder, fetchFolders } from '@/features/corpora/api/folders';
import { addDocuments } from '@/features/corpora/api/membership';
import { moveDocuments } from '@/features/corpora/api/move-documents';
import { toApiError } from '@/lib/errors';
import { uuidv7 } from '@/lib/uuid';

import type { Upload, UploadTarget } from '../model/upload';

interface FolderPath {
  uuid: string;
  path: string;
}

/** Create a folder, or return it if another upload has just created it. */
async function ensureFolder(corpusId: string, name: string, parent: FolderPath | undefined, path: string): Promise<FolderPath | undefined> {
  try {
    return { uuid: await createFolder({ corpusId, name, ...(parent && { parentId: parent.uuid }) }), path };
  } catch (error) {
    if (toApiError(error).code !== 'folder_exists') throw error;
    return (await fetchFolders(corpusId)).find((each) => each.path === path);
  }
}

async function folderFor(corpusId: string, { folder, path = '' }: UploadTarget): Promise<string | undefined> {
  if (!path) return folder;
  const existing = await fetchFolders(corpusId);
  let current: FolderPath | undefined = existing.find(({ uuid }) => uuid === folder);
  for (const name of path.split('/')) {
    const next: string = current ? `${current.path}/${name}` : name;
    // oxlint-disable-next-line no-await-in-loop -- parents are created before their children
    current = existing.find((each) => each.path === next) ?? (await ensureFolder(corpusId, name, current, next));
  }
  return current?.uuid;
}

async function addTo(corpusId: string, target: UploadTarget, documentIds: readonly string[]): Promise<void> {
  if (!target.folder && !target.path) {
    await addDocuments({ corpusId, documentIds: [...documentIds] });
    return;
  }
  const added: string[] = [];
  for (const id of documentIds) {
    // oxlint-disable-next-line no-await-in-loop -- the response only has a count: one request per document shows which are new
    if ((await addDocuments({ corpusId, documentIds: [id] })).added > 0) added.push(id);
  }
  const folderId = added.length > 0 ? await folderFor(corpusId, target) : undefined;
  if (folderId) await moveDocuments({ corpusId, documentIds: added, folderId, group: uuidv7() });
}

export async function addExisting(uploads: readonly Upload[]): Promise<void> {
  const groups = new Map<string, Upload[]>();
  for (const upload of uploads) {
    const { corpus, folder, path } = upload.target;
    const key = JSON.stringify([corpus, folder, path]);
    groups.set(key, [...(groups.get(key) ?? []), upload]);
  }
  for (const group of groups.values()) {
    const [first] = group;
    if (!first?.target.corpus) continue;
    // oxlint-disable-next-line no-await-in-loop -- groups may share folders, which are created once
    await addTo(first.target.corpus, first.target, [...new Set(group.flatMap(({ documentId }) => documentId ?? []))]);
  }
}
