// The upload engine: queue, precheck, transfer and storage. Loaded with the first file, or if an earlier visit left uploads.
import { t } from '@lingui/core/macro';

import { createFolder, fetchFolders } from '@/features/corpora/api/folders';
import { addDocuments } from '@/features/corpora/api/membership';
import { moveDocuments } from '@/features/corpora/api/move-documents';
import { toApiError } from '@/lib/errors';
import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { hashFile } from './api/hash-file';
import { PersistedUploads } from './api/persisted-uploads';
import { sendFile, terminateUpload } from './api/send-file';
import type { PauseReason } from './model/pause-reason';
import type { CheckResult, FileToCheck } from './model/precheck';
import { isPending, kindOf, type SelectedFile, type Upload, type UploadTarget } from './model/upload';
import { UploadQueue } from './model/upload-queue';

// Duplicates are added to the target corpus without uploading them. A document that is already in the corpus stays in its folder.

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
    if ((await addDocuments({ corpusId, documentIds: [id] })).added) added.push(id);
  }
  const folderId = added.length > 0 ? await folderFor(corpusId, target) : undefined;
  if (folderId) await moveDocuments({ corpusId, documentIds: added, folderId, group: uuidv7() });
}

async function addExisting(uploads: readonly Upload[]): Promise<void> {
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

async function checkFiles(files: readonly FileToCheck[]): Promise<readonly CheckResult[]> {
  return (await sendJson<{ files: CheckResult[] }>('/api/v1/upload-checks', 'POST', { files })).files;
}

export interface EngineOptions {
  username: string;
  onChange: (uploads: readonly Upload[], pause: PauseReason | undefined) => void;
  /** called with files that the browser could not store */
  onNotPersisted: (ids: readonly string[]) => void;
  onUploaded: () => void;
}

const showAddError = (error: unknown) =>
  showToast({ text: t`Existing documents could not be added to the corpus: ${toApiError(error).message}`, tone: 'danger' });

const ORDER_STEP = 1_000;
const BACKGROUND_MS = 1_000;

/** Publish with the next frame; background tabs have no frames. */
const schedule = (publish: () => void) => (document.hidden ? setTimeout(publish, BACKGROUND_MS) : requestAnimationFrame(publish));

export class Engine {
  readonly queue: UploadQueue;
  private readonly persisted: PersistedUploads;
  private readonly options: EngineOptions;
  private order = Date.now() * ORDER_STEP;

  constructor(options: EngineOptions) {
    this.options = options;
    this.persisted = new PersistedUploads(options.username);
    this.queue = new UploadQueue({
      hash: hashFile,
      check: checkFiles,
      send: sendFile,
      terminate: terminateUpload,
      schedule,
      onChange: options.onChange,
      onPersist: (upload) => this.persisted.save(upload),
      onForget: (ids) => void this.persisted.delete(ids).catch(() => undefined),
      onDuplicates: (uploads) => void addExisting(uploads).then(options.onUploaded, showAddError),
      onSent: options.onUploaded,
    });
    addEventListener('online', () => this.queue.retryNow());
  }

  add(files: readonly SelectedFile[], target: UploadTarget): void {
    const uploads = files.map((file) => this.createUpload(file, target));
    this.queue.add(uploads);
    void this.persisted.saveFiles(uploads).then((failed) => this.options.onNotPersisted(failed.map(({ id }) => id)));
  }

  /** Resume the uploads of an earlier visit. */
  async restore(): Promise<void> {
    const uploads = await this.persisted.takeOver().catch(() => []);
    if (uploads.length > 0) this.queue.add(uploads.map(recheckWithoutFile));
  }

  async discard(): Promise<void> {
    this.queue.abandon();
    await this.persisted.deleteAll().catch(() => undefined);
  }

  private createUpload({ file, path }: SelectedFile, target: UploadTarget): Upload {
    const kind = kindOf(file.name);
    return {
      id: uuidv7(),
      order: this.order++,
      name: file.name,
      size: file.size,
      kind,
      target: target.corpus && path ? { ...target, path } : target,
      file,
      state: 'waiting',
      progress: 0,
      checked: kind === 'archive',
      sha256: '',
      session: '',
      documentId: undefined,
      archiveId: undefined,
      error: undefined,
    };
  }
}

/** A pending upload without its file goes through the precheck again, which reports the missing file. */
const recheckWithoutFile = (upload: Upload): Upload => (isPending(upload) && !upload.file ? { ...upload, checked: false, sha256: '' } : upload);
