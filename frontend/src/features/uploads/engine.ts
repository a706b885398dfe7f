// The upload engine: queue, precheck, transfer and storage. Loaded with the first file, or if an earlier visit left uploads.
import { t } from '@lingui/core/macro';

import { createFolder, fetchFolders } from '@/features/corpora/api/folders';
import { addDocuments } from '@/features/corpora/api/membership';
import { moveDocuments } from '@/features/corpora/api/move-documents';
import { toApiError } from '@/lib/errors';
import { send, sendJson } from '@/lib/http';
import { startWorker } from '@/lib/page-policy';
import { postForm } from '@/lib/post-form';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { personalCorpus } from './api/archives';
import type { HashRequest, HashResponse } from './api/hash-worker';
import url from './api/hash-worker?worker&url';
import { PersistedUploads } from './api/persisted-uploads';
import type { PauseReason } from './model/pause-reason';
import { unreadableFileError, type CheckResult, type FileToCheck } from './model/precheck';
import { isPending, kindOf, type SelectedFile, type Upload, type UploadTarget } from './model/upload';
import { UploadQueue, type SendUpload } from './model/upload-queue';

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

// Uploads a file: small ones in one request, large ones and archives in parts.

const PATH = '/api/v1/documents/upload';

function form({ target, sha256, name }: Upload, file: File): FormData {
  const body = new FormData();
  // Fields go before the file, so that a streaming server has them before the bytes arrive.
  const fields = { corpus: target.corpus, folder: target.folder, path: target.path, sha256 };
  for (const [field, value] of Object.entries(fields)) if (value) body.append(field, value);
  body.append('file', file, name);
  return body;
}

/** Upload a small file in one idempotent request. */
const sendForm = (upload: Upload, file: File, { signal, onProgress }: Parameters<SendUpload>[1]): Promise<string> =>
  postForm(PATH, { key: upload.id, body: form(upload, file), signal, onProgress });

const MAX_SINGLE_REQUEST = 8_000_000;

/** Check whether the file can still be read: a moved or changed file looks like a network error. */
async function isReadable(file: File): Promise<boolean> {
  return file.slice(0, 1).arrayBuffer().then(
    () => true,
    () => false,
  );
}

const sendFile: SendUpload = async (upload, options) => {
  const { file } = upload;
  if (!file) throw unreadableFileError();
  try {
    if (upload.kind === 'document' && upload.size <= MAX_SINGLE_REQUEST) return { documentId: await sendForm(upload, file, options) };
    const { sendResumable } = await import('./api/send-resumable');
    const result = await sendResumable(upload, file, options);
    return result.archiveId && !upload.target.corpus ? { ...result, corpus: await personalCorpus() } : result;
  } catch (error) {
    if (toApiError(error).code === 'network' && !(await isReadable(file))) throw unreadableFileError();
    throw error;
  }
};

/** Terminate a resumable upload, so that the server deletes its parts. */
function terminateUpload(session: string): void {
  void send(session, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}

interface PendingHash {
  resolve: (sha256: string) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
let nextId = 1;
const pending = new Map<number, PendingHash>();

function start(): Worker {
  const started = startWorker(url, 'hash');
  started.addEventListener('message', ({ data }: MessageEvent<HashResponse>) => {
    const hash = pending.get(data.id);
    pending.delete(data.id);
    if ('sha256' in data) hash?.resolve(data.sha256);
    else hash?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => {
    for (const { reject } of pending.values()) reject(new Error('The hash worker could not be started.'));
    pending.clear();
    worker = undefined;
  });
  return started;
}

/** Return the SHA-256 of a file, computed in a worker. */
const hashFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    worker ??= start();
    const request: HashRequest = { id: nextId++, file };
    pending.set(request.id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(request);
  });

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
