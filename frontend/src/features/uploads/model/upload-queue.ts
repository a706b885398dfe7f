// Sends files a few at a time and accounts for every one of them. Holds `File`s, never their bytes. No DOM, no React: the sender is given.
import { toApiError, type ApiError } from '@/lib/errors';

export type UploadState = 'waiting' | 'sending' | 'sent' | 'duplicate' | 'failed';

export interface Upload {
  id: number;
  file: File;
  corpus: string | undefined;
  state: UploadState;
  /** 0 to 1 while sending */
  progress: number;
  /** the document this file became, or the one that was already there */
  documentId: string | undefined;
  error: ApiError | undefined;
}

export interface SendOptions {
  corpus: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: number) => void;
}

/** Resolves to the new document's uuid; rejects with an ApiError. */
export type SendFile = (file: File, options: SendOptions) => Promise<string>;

interface QueueOptions {
  send: SendFile;
  onChange: (uploads: readonly Upload[]) => void;
  onSent?: (upload: Upload) => void;
  parallel?: number;
  /** batches changes: a frame in the browser, at once in tests */
  schedule?: (publish: () => void) => void;
}

const PARALLEL = 4;

export class UploadQueue {
  private readonly uploads = new Map<number, Upload>();
  private readonly running = new Map<number, AbortController>();
  private nextId = 1;
  private publishing = false;
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
  }

  add(files: readonly File[], corpus?: string): void {
    for (const file of files) {
      const id = this.nextId++;
      this.uploads.set(id, { id, file, corpus, state: 'waiting', progress: 0, documentId: undefined, error: undefined });
    }
    this.pump();
  }

  /** Sends again what failed on the way here; others are left alone. */
  retry(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.uploads.get(id)?.state === 'failed') this.change(id, { state: 'waiting', progress: 0, error: undefined });
    }
    this.pump();
  }

  /** Stops a file that is not yet here, and forgets it. */
  cancel(id: number): void {
    this.running.get(id)?.abort();
    this.running.delete(id);
    this.uploads.delete(id);
    this.pump();
  }

  clear(ids: readonly number[]): void {
    for (const id of ids) {
      if (!this.running.has(id)) this.uploads.delete(id);
    }
    this.publish();
  }

  /** Another person is at this browser now: nothing of the last one's goes on or is shown. */
  abandon(): void {
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
    this.uploads.clear();
    this.publish();
  }

  private pump(): void {
    const free = (this.options.parallel ?? PARALLEL) - this.running.size;
    const next = [...this.uploads.values()].filter((upload) => upload.state === 'waiting').slice(0, Math.max(0, free));
    for (const upload of next) void this.start(upload);
    this.publish();
  }

  private async start({ id, file, corpus }: Upload): Promise<void> {
    const controller = new AbortController();
    this.running.set(id, controller);
    this.change(id, { state: 'sending' });
    const onProgress = (progress: number) => this.change(id, { progress });
    try {
      const documentId = await this.options.send(file, { corpus, signal: controller.signal, onProgress });
      this.finish(id, { state: 'sent', progress: 1, documentId });
    } catch (error) {
      this.finish(id, failureOf(toApiError(error)));
    }
  }

  private finish(id: number, result: Partial<Upload>): void {
    this.running.delete(id);
    this.change(id, result);
    const upload = this.uploads.get(id);
    if (upload?.state === 'sent') this.options.onSent?.(upload);
    this.pump();
  }

  private change(id: number, change: Partial<Upload>): void {
    const upload = this.uploads.get(id);
    if (!upload) return;
    this.uploads.set(id, { ...upload, ...change });
    this.publish();
  }

  private publish(): void {
    if (this.publishing) return;
    this.publishing = true;
    const now = () => {
      this.publishing = false;
      this.options.onChange([...this.uploads.values()]);
    };
    (this.options.schedule ?? ((run) => run()))(now);
  }
}

function failureOf(error: ApiError): Partial<Upload> {
  const existing = error.data['document_id'];
  if (error.code === 'document_exists' && typeof existing === 'string') return { state: 'duplicate', documentId: existing, error };
  return { state: 'failed', error };
}
