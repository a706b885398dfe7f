// Everything that moves files: loaded when the first file comes, or when the last visit left some.
import { toApiError } from '@/lib/errors';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { checkFiles } from './api/check-files';
import { hashFile } from './api/hash-file';
import { KeptUploads } from './api/kept-uploads';
import { placeExisting } from './api/place-existing';
import { sendFile, withdraw } from './api/send-file';
import type { Hold } from './model/hold';
import { isPending, kindOf, type FoundFile, type Place, type Upload } from './model/upload';
import { UploadQueue } from './model/upload-queue';

export interface EngineOptions {
  person: string;
  onChange: (uploads: readonly Upload[], hold: Hold | undefined) => void;
  /** files whose bytes a reload would lose */
  onUnkept: (ids: readonly string[]) => void;
  onArrived: () => void;
}

const notPlaced = (error: unknown) =>
  showToast({ text: `Documents that were here already are not in the corpus: ${toApiError(error).message}`, tone: 'danger' });

const ORDER_STEP = 1_000;

/** Frames do not come while the tab is in the background; the rest of the work goes on there. */
const schedule = (publish: () => void) => (document.hidden ? setTimeout(publish, ORDER_STEP) : requestAnimationFrame(publish));

export class Engine {
  readonly queue: UploadQueue;
  private readonly kept: KeptUploads;
  private readonly options: EngineOptions;
  private order = Date.now() * ORDER_STEP;

  constructor(options: EngineOptions) {
    this.options = options;
    this.kept = new KeptUploads(options.person);
    this.queue = new UploadQueue({
      hash: hashFile,
      check: checkFiles,
      send: sendFile,
      withdraw,
      schedule,
      onChange: options.onChange,
      onKeep: (upload) => this.kept.keep(upload),
      onForget: (ids) => void this.kept.forget(ids).catch(() => undefined),
      onDuplicates: (uploads) => void placeExisting(uploads).then(options.onArrived, notPlaced),
      onSent: options.onArrived,
    });
    addEventListener('online', () => this.queue.tryNow());
    
  }

  add(files: readonly FoundFile[], place: Place): void {
    const uploads = files.map((found) => this.upload(found, place));
    this.queue.add(uploads);
    void this.kept.keepFiles(uploads).then((left) => this.options.onUnkept(left.map(({ id }) => id)));
  }

  /** Goes on with what an earlier visit left. */
  async restore(): Promise<void> {
    const left = await this.kept.adopt().catch(() => []);
    if (left.length > 0) this.queue.add(left.map(withoutBytes));
  }

  async leave(): Promise<void> {
    this.queue.abandon();
    await this.kept.forgetAll().catch(() => undefined);
  }

  private upload({ file, path }: FoundFile, place: Place): Upload {
    const kind = kindOf(file.name);
    return {
      id: uuidv7(),
      order: this.order++,
      name: file.name,
      size: file.size,
      kind,
      place: place.corpus && path ? { ...place, path } : place,
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

/** A file that was not kept cannot be sent: the check says so when its turn comes. */
const withoutBytes = (upload: Upload): Upload => (isPending(upload) && !upload.file ? { ...upload, checked: false, sha256: '' } : upload);
