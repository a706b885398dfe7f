// The upload engine: queue, precheck, transfer and storage. Loaded with the first file, or if an earlier visit left uploads.
import { t } from '@lingui/core/macro';

import { toApiError } from '@/lib/errors';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { addExisting } from './api/add-existing';
import { checkFiles } from './api/check-files';
import { hashFile } from './api/hash-file';
import { PersistedUploads } from './api/persisted-uploads';
import { sendFile, terminateUpload } from './api/send-file';
import type { PauseReason } from './model/pause-reason';
import { isPending, kindOf, type SelectedFile, type Upload, type UploadTarget } from './model/upload';
import { UploadQueue } from './model/upload-queue';

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
