// The precheck before an upload: hash each file, then ask the server about many files at once whether it would accept them.
import { ApiError, toApiError } from '@/lib/errors';

import { pauseFor } from './pause-reason';
import { PERMANENT_ERRORS, type Upload } from './upload';

export interface FileToCheck {
  sha256: string;
  size: number;
  name: string;
}

export interface CheckResult {
  document: string | null;
  is_empty: boolean;
  is_too_large: boolean;
  is_accepted: boolean | null;
  has_room: boolean;
}

export interface PrecheckOptions {
  hash: (file: File) => Promise<string>;
  check: (files: readonly FileToCheck[]) => Promise<readonly CheckResult[]>;
  now?: () => number;
}

interface Queue {
  next: () => Upload | undefined;
  change: (id: string, change: Partial<Upload>) => void;
  onBatch: (ids: readonly string[]) => void;
  onPause: (error: ApiError) => void;
}

const BATCH = 200;
/** milliseconds that the first files of a batch wait for others */
const GATHER_MS = 250;

const failure = (code: string): Partial<Upload> => ({
  state: 'failed',
  error: new ApiError({ code, message: '' }),
  ...(PERMANENT_ERRORS.has(code) && { file: undefined }),
});

/** Return the change of an upload for the result of its check. */
export function changeFor(result: CheckResult): Partial<Upload> {
  if (result.is_empty) return failure('empty_file');
  if (result.document) return { state: 'duplicate', documentId: result.document, file: undefined };
  if (result.is_too_large) return failure('file_too_large');
  if (result.is_accepted === false) return failure('unsupported_type');
  if (!result.has_room) return failure('quota_exceeded');
  return { checked: true };
}

export const unreadableFileError = () => new ApiError({ code: 'file_unreadable', message: '' });

export class Precheck {
  private batch = new Map<string, FileToCheck>();
  private isRunning = false;
  private readonly options: PrecheckOptions;
  private readonly queue: Queue;

  constructor(options: PrecheckOptions, queue: Queue) {
    this.options = options;
    this.queue = queue;
  }

  /** Check whether an upload is hashed and waits for the server's check. */
  includes(id: string): boolean {
    return this.batch.has(id);
  }

  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    const now = this.options.now ?? Date.now;
    let since = now();
    for (let upload = this.queue.next(); upload; upload = this.queue.next()) {
      // oxlint-disable-next-line no-await-in-loop -- one file at a time, in order
      await this.hash(upload);
      if (this.batch.size < BATCH && now() - since < GATHER_MS && this.queue.next()) continue;
      // oxlint-disable-next-line no-await-in-loop -- the response may stop the loop
      await this.flush();
      since = now();
    }
    this.isRunning = false;
  }

  private async hash({ id, file, sha256, size, name }: Upload): Promise<void> {
    if (!file) {
      this.queue.change(id, { state: 'failed', error: unreadableFileError() });
      return;
    }
    try {
      const digest = sha256 || (await this.options.hash(file));
      this.batch.set(id, { sha256: digest, size, name });
      if (!sha256) this.queue.change(id, { sha256: digest });
    } catch {
      this.queue.change(id, { state: 'failed', error: unreadableFileError() });
    }
  }

  private async flush(): Promise<void> {
    const batch = this.batch;
    this.batch = new Map();
    if (batch.size === 0) return;
    const ids = [...batch.keys()];
    try {
      const results = await this.options.check([...batch.values()]);
      ids.forEach((id, index) => {
        const result = results[index];
        this.queue.change(id, result ? changeFor(result) : { checked: true });
      });
    } catch (error) {
      this.skipCheck(ids, toApiError(error));
    }
    this.queue.onBatch(ids);
  }

  /** The check only saves bandwidth: if it fails, the upload itself decides. */
  private skipCheck(ids: readonly string[], error: ApiError): void {
    if (pauseFor(error, 0)) this.queue.onPause(error);
    else for (const id of ids) this.queue.change(id, { checked: true });
  }
}
