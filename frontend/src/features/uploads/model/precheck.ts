// Before bytes are sent: what a file is (its hash), and what the server would make of it, asked for many files at once.
import { ApiError, toApiError } from '@/lib/errors';

import { holdFor } from './hold';
import { FINAL, type Upload } from './upload';

export interface Announced {
  sha256: string;
  size: number;
  name: string;
}

export interface Forecast {
  document: string | null;
  empty: boolean;
  too_large: boolean;
  type_ok: boolean | null;
  has_room: boolean;
}

export interface Ask {
  hash: (file: File) => Promise<string>;
  check: (files: readonly Announced[]) => Promise<readonly Forecast[]>;
  now?: () => number;
}

interface Queue {
  next: () => Upload | undefined;
  change: (id: string, change: Partial<Upload>) => void;
  onBatch: (ids: readonly string[]) => void;
  onTrouble: (error: ApiError) => void;
}

const MANY = 200;
/** How long the first files wait for others to be asked about together with them. */
const PATIENCE_MS = 250;

const SENTENCES = {
  empty_file: 'The file is empty.',
  file_too_large: 'The file is larger than is allowed.',
  unsupported_type: 'Files of this kind cannot be read yet.',
  quota_exceeded: 'There is no room for this: your quota is used up.',
  file_unreadable: 'The file cannot be read any more: it was moved, changed or deleted. Choose it again.',
} as const;

const refusal = (code: keyof typeof SENTENCES): Partial<Upload> => ({
  state: 'failed',
  error: new ApiError({ code, message: SENTENCES[code] }),
  ...(FINAL.has(code) && { file: undefined }),
});

/** What the server said, as a change of the upload. */
export function verdict(forecast: Forecast): Partial<Upload> {
  if (forecast.empty) return refusal('empty_file');
  if (forecast.document) return { state: 'duplicate', documentId: forecast.document, file: undefined };
  if (forecast.too_large) return refusal('file_too_large');
  if (forecast.type_ok === false) return refusal('unsupported_type');
  if (!forecast.has_room) return refusal('quota_exceeded');
  return { checked: true };
}

export const unreadable = () => new ApiError({ code: 'file_unreadable', message: SENTENCES.file_unreadable });

export class Precheck {
  private batch = new Map<string, Announced>();
  private isRunning = false;
  private readonly ask: Ask;
  private readonly queue: Queue;

  constructor(ask: Ask, queue: Queue) {
    this.ask = ask;
    this.queue = queue;
  }

  /** Its hash is known and it waits to be asked about. */
  holds(id: string): boolean {
    return this.batch.has(id);
  }

  async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    const now = this.ask.now ?? Date.now;
    let since = now();
    for (let upload = this.queue.next(); upload; upload = this.queue.next()) {
      // oxlint-disable-next-line no-await-in-loop -- one file at a time, in order
      await this.hash(upload);
      if (this.batch.size < MANY && now() - since < PATIENCE_MS && this.queue.next()) continue;
      // oxlint-disable-next-line no-await-in-loop -- the answer may stop the loop
      await this.flush();
      since = now();
    }
    this.isRunning = false;
  }

  private async hash({ id, file, sha256, size, name }: Upload): Promise<void> {
    if (!file) {
      this.queue.change(id, { state: 'failed', error: unreadable() });
      return;
    }
    try {
      const known = sha256 || (await this.ask.hash(file));
      this.batch.set(id, { sha256: known, size, name });
      if (!sha256) this.queue.change(id, { sha256: known });
    } catch {
      this.queue.change(id, { state: 'failed', error: unreadable() });
    }
  }

  private async flush(): Promise<void> {
    const batch = this.batch;
    this.batch = new Map();
    if (batch.size === 0) return;
    const ids = [...batch.keys()];
    try {
      const forecasts = await this.ask.check([...batch.values()]);
      ids.forEach((id, index) => {
        const forecast = forecasts[index];
        this.queue.change(id, forecast ? verdict(forecast) : { checked: true });
      });
    } catch (error) {
      this.withoutAnswer(ids, toApiError(error));
    }
    this.queue.onBatch(ids);
  }

  /** The check only spares bytes: where it cannot be had, sending decides. */
  private withoutAnswer(ids: readonly string[], error: ApiError): void {
    if (holdFor(error, 0)) this.queue.onTrouble(error);
    else for (const id of ids) this.queue.change(id, { checked: true });
  }
}
