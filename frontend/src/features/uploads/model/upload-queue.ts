// Sends files a few at a time, in their order, and accounts for every one of them. No DOM, no React: sender, keeper and clock are given.
import { toApiError, type ApiError } from '@/lib/errors';

import { holdFor, type Hold } from './hold';
import { Precheck, type Ask } from './precheck';
import { FINAL, isPending, isSettled, type Arrival, type Upload } from './upload';

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
  /** a resumable upload has begun at this address */
  onSession: (address: string) => void;
}

/** Resolves to what the file became; rejects with an ApiError. */
export type SendUpload = (upload: Upload, options: SendOptions) => Promise<Arrival>;

export interface QueueOptions extends Ask {
  send: SendUpload;
  /** gives up what has been sent of a resumable upload */
  withdraw?: (session: string) => void;
  onChange: (uploads: readonly Upload[], hold: Hold | undefined) => void;
  /** what must outlive a reload has changed */
  onKeep?: (upload: Upload) => void;
  onForget?: (ids: readonly string[]) => void;
  /** documents that were here already go where they were dropped */
  onDuplicates?: (uploads: readonly Upload[]) => void;
  onSent?: (upload: Upload) => void;
  parallel?: number;
  /** batches changes: a frame in the browser, at once in tests */
  schedule?: (publish: () => void) => void;
  later?: (run: () => void, ms: number) => () => void;
}

const PARALLEL = 3;

const startClock = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export class UploadQueue {
  private readonly uploads = new Map<string, Upload>();
  private readonly running = new Map<string, AbortController>();
  private readonly precheck: Precheck;
  private hold: Hold | undefined;
  /** what held the queue last, until something has gone through: trying again is no news */
  private trouble: Hold | undefined;
  private tries = 0;
  private stopClock: (() => void) | undefined;
  private publishing = false;
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
    this.precheck = new Precheck(options, {
      next: () => (this.hold ? undefined : this.values().find((upload) => upload.state === 'waiting' && !upload.checked && !this.precheck.holds(upload.id))),
      change: (id, change) => this.change(id, change),
      onBatch: (ids) => this.afterCheck(ids),
      onTrouble: (error) => this.wait(error),
    });
  }

  /** New files, or those that a reload left. */
  add(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      this.uploads.set(upload.id, upload);
      this.options.onKeep?.(upload);
    }
    this.pump();
  }

  /** Sends again what failed on the way here; others are left alone. */
  retry(ids: readonly string[]): void {
    for (const id of ids) {
      const upload = this.uploads.get(id);
      if (upload?.state !== 'failed' || !upload.file) continue;
      this.change(id, { state: 'waiting', progress: 0, error: undefined, checked: upload.kind === 'archive', sha256: '' });
    }
    this.pump();
  }

  pause(ids: readonly string[]): void {
    for (const id of ids) {
      const upload = this.uploads.get(id);
      if (!upload || !isPending(upload)) continue;
      this.stop(id);
      this.change(id, { state: 'paused' });
    }
    this.pump();
  }

  resume(ids: readonly string[]): void {
    for (const id of ids) {
      if (this.uploads.get(id)?.state === 'paused') this.change(id, { state: 'waiting' });
    }
    this.pump();
  }

  pauseAll(): void {
    this.setHold({ reason: 'paused' });
    for (const id of this.running.keys()) this.putBack(id);
    this.publish();
  }

  /** Ends whatever holds the queue: somebody said so, or the way is free again. */
  goOn(): void {
    this.wentThrough();
    this.setHold(undefined);
    this.resume(this.values().flatMap(({ id, state }) => (state === 'paused' ? [id] : [])));
  }

  /** Tries again without waiting any longer, unless a person asked for the pause. */
  tryNow(): void {
    if (!this.hold || this.hold.reason === 'paused') return;
    this.setHold(undefined);
    this.pump();
  }

  /** Stops files that are not yet here, and forgets them. */
  cancel(ids: readonly string[]): void {
    for (const id of ids) {
      const upload = this.uploads.get(id);
      if (!upload || isSettled(upload)) continue;
      this.stop(id);
      if (upload.session) this.options.withdraw?.(upload.session);
      this.uploads.delete(id);
    }
    this.options.onForget?.(ids);
    this.pump();
  }

  clear(ids: readonly string[]): void {
    const gone = ids.filter((id) => !this.running.has(id));
    for (const id of gone) this.uploads.delete(id);
    this.options.onForget?.(gone);
    this.publish();
  }

  /** Another person is at this browser now: nothing of the last one's goes on or is shown. */
  abandon(): void {
    this.wentThrough();
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
    this.uploads.clear();
    this.setHold(undefined);
    this.publish();
  }

  private values(): Upload[] {
    return [...this.uploads.values()];
  }

  private stop(id: string): void {
    this.running.get(id)?.abort();
    this.running.delete(id);
  }

  private putBack(id: string): void {
    this.stop(id);
    this.change(id, { state: 'waiting', progress: 0 });
  }

  private pump(): void {
    this.publish();
    if (this.hold) return;
    void this.precheck.run();
    const free = (this.options.parallel ?? PARALLEL) - this.running.size;
    if (free <= 0) return;
    const next = this.values().filter((upload) => upload.state === 'waiting' && upload.checked);
    for (const upload of next.slice(0, free)) void this.start(upload);
  }

  private async start(upload: Upload): Promise<void> {
    const { id } = upload;
    const controller = new AbortController();
    this.running.set(id, controller);
    this.change(id, { state: 'sending' });
    const isOurs = () => this.running.get(id) === controller;
    try {
      const arrival = await this.options.send(upload, {
        signal: controller.signal,
        onProgress: (progress) => {
          if (!isOurs()) return;
          if (progress > 0) this.trouble = undefined;
          this.change(id, { progress });
        },
        onSession: (session) => isOurs() && this.change(id, { session }),
      });
      if (isOurs()) this.arrived(id, arrival);
    } catch (error) {
      if (isOurs()) this.failed(id, toApiError(error));
    }
  }

  private arrived(id: string, { documentId, archiveId, corpus }: Arrival): void {
    this.running.delete(id);
    this.wentThrough();
    const place = corpus ? { place: { ...this.uploads.get(id)?.place, corpus } } : {};
    const bytes = archiveId ? {} : { file: undefined };
    this.change(id, { state: 'sent', progress: 1, documentId, archiveId, session: '', ...bytes, ...place });
    const upload = this.uploads.get(id);
    if (upload) this.options.onSent?.(upload);
    this.pump();
  }

  private failed(id: string, error: ApiError): void {
    this.running.delete(id);
    if (holdFor(error, this.tries)) {
      this.change(id, { state: 'waiting', progress: 0 });
      this.wait(error);
      return;
    }
    this.wentThrough();
    const existing = error.data['document_id'];
    if (error.code === 'document_exists' && typeof existing === 'string') {
      this.change(id, { state: 'duplicate', documentId: existing, file: undefined, session: '' });
      this.afterCheck([id]);
      return;
    }
    this.change(id, { state: 'failed', error, session: '', ...(FINAL.has(error.code) && { file: undefined }) });
    this.pump();
  }

  private wentThrough(): void {
    this.tries = 0;
    this.trouble = undefined;
  }

  private afterCheck(ids: readonly string[]): void {
    const duplicates = ids.flatMap((id) => this.uploads.get(id) ?? []).filter((upload) => upload.state === 'duplicate' && upload.place.corpus);
    if (duplicates.length > 0) this.options.onDuplicates?.(duplicates);
    this.pump();
  }

  private wait(error: ApiError): void {
    const hold = holdFor(error, this.tries);
    if (!hold || this.hold) return;
    this.tries += 1;
    this.trouble = hold;
    this.setHold(hold);
    this.publish();
  }

  private setHold(hold: Hold | undefined): void {
    this.stopClock?.();
    this.stopClock = undefined;
    this.hold = hold;
    if (hold?.waitMs === undefined) return;
    this.stopClock = (this.options.later ?? startClock)(() => this.tryNow(), hold.waitMs);
  }

  private change(id: string, change: Partial<Upload>): void {
    const before = this.uploads.get(id);
    if (!before) return;
    const upload = { ...before, ...change };
    this.uploads.set(id, upload);
    const outlives = 'session' in change || 'sha256' in change || 'checked' in change || (change.state !== undefined && change.state !== 'sending');
    if (outlives) this.options.onKeep?.(upload);
    this.publish();
  }

  private publish(): void {
    if (this.publishing) return;
    this.publishing = true;
    const now = () => {
      this.publishing = false;
      this.options.onChange(this.values(), this.hold ?? this.trouble);
    };
    (this.options.schedule ?? ((run) => run()))(now);
  }
}
