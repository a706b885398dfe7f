// What the tray holds, kept by the browser across reloads: a row for each file, and its bytes until they have been received.
// Rows belong to a person and to the tab that works on them; a tab that is gone leaves its rows to the next one.
import { ApiError } from '@/lib/errors';

import { isSettled, type Upload } from '../model/upload';

interface Row extends Omit<Upload, 'file' | 'error' | 'progress'> {
  person: string;
  tab: string;
  error: { code: string; message: string } | undefined;
}

const ROWS = 'rows';
const FILES = 'files';
/** of what the browser offers; the rest is for others */
const SHARE = 0.9;
const LOCK = 'cartulary-uploads-';

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true });
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser could not keep this.')), { once: true });
  });

const ended = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('The browser could not keep this.'));
    transaction.addEventListener('complete', () => resolve(), { once: true });
    transaction.addEventListener('abort', fail, { once: true });
    transaction.addEventListener('error', fail, { once: true });
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('cartulary-uploads', 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(ROWS, { keyPath: 'id' });
    request.result.createObjectStore(FILES);
  });
  return done(request);
}

function rowOf(upload: Upload, owner: { person: string; tab: string }): Row {
  const { file: _file, progress: _progress, error, ...rest } = upload;
  return { ...rest, ...owner, error: error && { code: error.code, message: error.message } };
}

function uploadOf(kept: Row, file: File | undefined): Upload {
  const { person: _person, tab: _tab, error, ...row } = kept;
  const state = row.state === 'sending' ? 'waiting' : row.state;
  return { ...row, state, file, progress: 0, error: error && new ApiError(error) };
}

async function roomLeft(): Promise<number> {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
  return quota * SHARE - usage;
}

async function livingTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name?.replace(LOCK, '') ?? ''));
}

export class KeptUploads {
  private readonly owner: { person: string; tab: string };
  private readonly db: Promise<IDBDatabase>;
  private changed = new Map<string, Upload>();
  private writing: Promise<void> = Promise.resolve();

  constructor(person: string) {
    this.owner = { person, tab: crypto.randomUUID() };
    this.db = open();
    // Held as long as this page lives: others see by it whose rows are taken care of.
    void navigator.locks?.request(LOCK + this.owner.tab, () => new Promise(() => undefined));
  }

  /** Rows of this person that no living tab works on; from now on they are this tab's. */
  async adopt(): Promise<Upload[]> {
    const db = await this.db;
    const living = await livingTabs();
    const rows = (await done(db.transaction(ROWS).objectStore(ROWS).getAll())) as Row[];
    const left = rows.filter(({ person, tab }) => person === this.owner.person && !living.has(tab)).toSorted((a, b) => a.order - b.order);
    const files = db.transaction(FILES).objectStore(FILES);
    const found = await Promise.all(left.map(async (row) => uploadOf(row, (await done(files.get(row.id))) as File | undefined)));
    for (const upload of found) this.keep(upload);
    return found;
  }

  /** Writes soon, many at once. */
  keep(upload: Upload): void {
    if (this.changed.size === 0) this.writing = this.writing.then(() => this.write()).catch(() => undefined);
    this.changed.set(upload.id, upload);
  }

  /** Gives those whose bytes do not fit into what this browser may keep. */
  async keepFiles(uploads: readonly Upload[]): Promise<Upload[]> {
    let room = await roomLeft();
    const db = await this.db;
    const left: Upload[] = [];
    for (const upload of uploads) {
      room -= upload.size;
      // oxlint-disable-next-line no-await-in-loop -- in their order: the first ones are sent first
      if (room < 0 || !(await this.keepFile(db, upload))) left.push(upload);
    }
    return left;
  }

  async forget(ids: readonly string[]): Promise<void> {
    const transaction = (await this.db).transaction([ROWS, FILES], 'readwrite');
    for (const id of ids) {
      this.changed.delete(id);
      transaction.objectStore(ROWS).delete(id);
      transaction.objectStore(FILES).delete(id);
    }
    await ended(transaction);
  }

  async forgetAll(): Promise<void> {
    this.changed.clear();
    const store = (await this.db).transaction(ROWS).objectStore(ROWS);
    const rows = (await done(store.getAll())) as Row[];
    await this.forget(rows.filter(({ person }) => person === this.owner.person).map(({ id }) => id));
  }

  private async keepFile(db: IDBDatabase, { id, file }: Upload): Promise<boolean> {
    try {
      const transaction = db.transaction(FILES, 'readwrite');
      transaction.objectStore(FILES).put(file, id);
      await ended(transaction);
      return true;
    } catch {
      return false;
    }
  }

  private async write(): Promise<void> {
    const db = await this.db;
    const changed = [...this.changed.values()];
    this.changed = new Map();
    const transaction = db.transaction([ROWS, FILES], 'readwrite');
    for (const upload of changed) {
      transaction.objectStore(ROWS).put(rowOf(upload, this.owner));
      if (!upload.file || isSettled(upload)) transaction.objectStore(FILES).delete(upload.id);
    }
    await ended(transaction);
  }
}
