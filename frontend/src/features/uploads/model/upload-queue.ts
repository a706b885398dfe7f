// The upload queue: sends a few files at a time, in order. It uses neither the DOM nor React; its dependencies are options.
import { toApiError, type ApiError } from '@/lib/errors';

import { pauseFor, type PauseReason } from './pause-reason';
import { Precheck, type PrecheckOptions } from './precheck';
import { isPending, isSettled, PERMANENT_ERRORS, type Upload, type UploadResult } from './upload';

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (progress: number) => void;
  /** called with the URL of a resumable upload once it has started */
  onSession: (url: string) => void;
}

/** Sends a file. Rejects with an ApiError. */
export type SendUpload = (upload: Upload, options: SendOptions) => Promise<UploadResult>;

export interface QueueOptions extends PrecheckOptions {
  send: SendUpload;
  /** discards the sent part of a resumable upload */
  terminate?: (session: string) => void;
  onChange: (uploads: readonly Upload[], pause: PauseReason | undefined) => void;
  /** called when something changed that must survive a reload */
  onPersist?: (upload: Upload) => void;
  onForget?: (ids: readonly string[]) => void;
  /** called with files that were uploaded before and have a target corpus */
  onDuplicates?: (uploads: readonly Upload[]) => void;
  onSent?: (upload: Upload) => void;
  parallel?: number;
  /** combines changes: until the next frame in the browser, not at all in tests */
  schedule?: (publish: () => void) => void;
  /** runs a function later; returns a function that cancels it */
  setTimer?: (run: () => void, ms: number) => () => void;
}

const PARALLEL = 3;

const setTimer = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export class UploadQueue {
  private readonly uploads = new Map<string, Upload>();
  private readonly running = new Map<string, AbortController>();
  private readonly precheck: Precheck;
  private pauseReason: PauseReason | undefined;
  /** the last pause, shown during the next attempt until that succeeds */
  private lastPause: PauseReason | undefined;
  private attempts = 0;
  private cancelTimer: (() => void) | undefined;
  private publishing = false;
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
    this.precheck = new Precheck(options, {
      next: () => (this.pauseReason ? undefined : this.values().find((upload) => upload.state === 'waiting' && !upload.checked && !this.precheck.includes(upload.id))),
      change: (id, change) => this.change(id, change),
      onBatch: (ids) => this.afterCheck(ids),
      onPause: (error) => this.pauseAfter(error),
    });
  }

  /** Add new files, or the uploads of an earlier visit. */
  add(uploads: readonly Upload[]): void {
    for (const upload of uploads) {
      this.uploads.set(upload.id, upload);
      this.options.onPersist?.(upload);
    }
    this.pump();
  }

  /** Send failed files again; other files are ignored. */
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
    this.setPause({ cause: 'paused' });
    for (const id of this.running.keys()) {
      this.stop(id);
      this.change(id, { state: 'waiting', progress: 0 });
    }
    this.publish();
  }

  /** End every pause, of the queue and of its files. */
  resumeAll(): void {
    this.resetAttempts();
    this.setPause(undefined);
    this.resume(this.values().flatMap(({ id, state }) => (state === 'paused' ? [id] : [])));
  }

  /** Try again now, unless the user has paused the queue. */
  retryNow(): void {
    if (!this.pauseReason || this.pauseReason.cause === 'paused') return;
    this.setPause(undefined);
    this.pump();
  }

  /** Stop uploads that are not complete, and remove them. */
  cancel(ids: readonly string[]): void {
    for (const id of ids) {
      const upload = this.uploads.get(id);
      if (!upload || isSettled(upload)) continue;
      this.stop(id);
      if (upload.session) this.options.terminate?.(upload.session);
      this.uploads.delete(id);
    }
    this.options.onForget?.(ids);
    this.pump();
  }

  /** Remove uploads from the list, except those that are being sent. */
  clear(ids: readonly string[]): void {
    const removed = ids.filter((id) => !this.running.has(id));
    for (const id of removed) this.uploads.delete(id);
    this.options.onForget?.(removed);
    this.publish();
  }

  /** Stop and remove everything: the user has changed. */
  abandon(): void {
    this.resetAttempts();
    for (const controller of this.running.values()) controller.abort();
    this.running.clear();
    this.uploads.clear();
    this.setPause(undefined);
    this.publish();
  }

  private values(): Upload[] {
    return [...this.uploads.values()];
  }

  private stop(id: string): void {
    this.running.get(id)?.abort();
    this.running.delete(id);
  }

  private pump(): void {
    this.publish();
    if (this.pauseReason) return;
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
    const isCurrent = () => this.running.get(id) === controller;
    try {
      const result = await this.options.send(upload, {
        signal: controller.signal,
        onProgress: (progress) => {
          if (!isCurrent()) return;
          if (progress > 0) this.lastPause = undefined;
          this.change(id, { progress });
        },
        onSession: (session) => isCurrent() && this.change(id, { session }),
      });
      if (isCurrent()) this.succeed(id, result);
    } catch (error) {
      if (isCurrent()) this.fail(id, toApiError(error));
    }
  }

  private succeed(id: string, { documentId, archiveId, corpus }: UploadResult): void {
    this.running.delete(id);
    this.resetAttempts();
    this.change(id, {
      state: 'sent',
      progress: 1,
      documentId,
      archiveId,
      session: '',
      ...(!archiveId && { file: undefined }),
      ...(corpus && { target: { ...this.uploads.get(id)?.target, corpus } }),
    });
    const upload = this.uploads.get(id);
    if (upload) this.options.onSent?.(upload);
    this.pump();
  }

  private fail(id: string, error: ApiError): void {
    this.running.delete(id);
    if (pauseFor(error, this.attempts)) {
      this.change(id, { state: 'waiting', progress: 0 });
      this.pauseAfter(error);
      return;
    }
    this.resetAttempts();
    const existing = error.data['document_id'];
    if (error.code === 'document_exists' && typeof existing === 'string') {
      this.change(id, { state: 'duplicate', documentId: existing, file: undefined, session: '' });
      this.afterCheck([id]);
      return;
    }
    this.change(id, { state: 'failed', error, session: '', ...(PERMANENT_ERRORS.has(error.code) && { file: undefined }) });
    this.pump();
  }

  private resetAttempts(): void {
    this.attempts = 0;
    this.lastPause = undefined;
  }

  private afterCheck(ids: readonly string[]): void {
    const duplicates = ids.flatMap((id) => this.uploads.get(id) ?? []).filter((upload) => upload.state === 'duplicate' && upload.target.corpus);
    if (duplicates.length > 0) this.options.onDuplicates?.(duplicates);
    this.pump();
  }

  private pauseAfter(error: ApiError): void {
    const pause = pauseFor(error, this.attempts);
    if (!pause || this.pauseReason) return;
    this.attempts += 1;
    this.lastPause = pause;
    this.setPause(pause);
    this.publish();
  }

  private setPause(pause: PauseReason | undefined): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.pauseReason = pause;
    if (pause?.retryAfterMs === undefined) return;
    this.cancelTimer = (this.options.setTimer ?? setTimer)(() => this.retryNow(), pause.retryAfterMs);
  }

  private change(id: string, change: Partial<Upload>): void {
    const before = this.uploads.get(id);
    if (!before) return;
    const upload = { ...before, ...change };
    this.uploads.set(id, upload);
    const mustPersist = 'session' in change || 'sha256' in change || 'checked' in change || (change.state !== undefined && change.state !== 'sending');
    if (mustPersist) this.options.onPersist?.(upload);
    this.publish();
  }

  private publish(): void {
    if (this.publishing) return;
    this.publishing = true;
    const notify = () => {
      this.publishing = false;
      this.options.onChange(this.values(), this.pauseReason ?? this.lastPause);
    };
    (this.options.schedule ?? ((run) => run()))(notify);
  }
}
