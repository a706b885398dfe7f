// Stores the uploads in IndexedDB so that they survive a reload: a row for each file, and its content until it is sent.
// A row belongs to a user and to the tab that sends the file. Another tab takes the rows over once that tab is closed.
import { ApiError } from '@/lib/errors';

import { isSettled, type Upload } from '../model/upload';

interface Owner {
  username: string;
  tab: string;
}

interface Row extends Omit<Upload, 'file' | 'error' | 'progress'>, Owner {
  error: { code: string; message: string } | undefined;
}

const ROWS = 'rows';
const FILES = 'files';
/** the part of the browser's quota that uploads may use */
const QUOTA_SHARE = 0.9;
const LOCK_PREFIX = 'cartulary-uploads-';

const storageError = () => new Error('The browser could not store the data.');

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result), { once: true });
    request.addEventListener('error', () => reject(request.error ?? storageError()), { once: true });
  });

const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? storageError());
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
  return resultOf(request);
}

function rowOf(upload: Upload, owner: Owner): Row {
  const { file: _file, progress: _progress, error, ...rest } = upload;
  return { ...rest, ...owner, error: error && { code: error.code, message: error.message } };
}

function uploadOf(stored: Row, file: File | undefined): Upload {
  const { username: _username, tab: _tab, error, ...row } = stored;
  const state = row.state === 'sending' ? 'waiting' : row.state;
  return { ...row, state, file, progress: 0, error: error && new ApiError(error) };
}

async function availableBytes(): Promise<number> {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate()) ?? {};
  return quota * QUOTA_SHARE - usage;
}

async function openTabs(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name?.replace(LOCK_PREFIX, '') ?? ''));
}

export class PersistedUploads {
  private readonly owner: Owner;
  private readonly db: Promise<IDBDatabase>;
  private unsaved = new Map<string, Upload>();
  private pendingWrite: Promise<void> = Promise.resolve();

  constructor(username: string) {
    this.owner = { username, tab: crypto.randomUUID() };
    this.db = open();
    // The lock is held while the page is open: it shows other tabs that this one still sends its files.
    void navigator.locks?.request(LOCK_PREFIX + this.owner.tab, () => new Promise(() => undefined));
  }

  /** Take over the rows of this user whose tab is closed. */
  async takeOver(): Promise<Upload[]> {
    const db = await this.db;
    const tabs = await openTabs();
    const rows = (await resultOf(db.transaction(ROWS).objectStore(ROWS).getAll())) as Row[];
    const orphaned = rows.filter(({ username, tab }) => username === this.owner.username && !tabs.has(tab)).toSorted((a, b) => a.order - b.order);
    const files = db.transaction(FILES).objectStore(FILES);
    const uploads = await Promise.all(orphaned.map(async (row) => uploadOf(row, (await resultOf(files.get(row.id))) as File | undefined)));
    for (const upload of uploads) this.save(upload);
    return uploads;
  }

  /** Save an upload soon, together with others. */
  save(upload: Upload): void {
    if (this.unsaved.size === 0) this.pendingWrite = this.pendingWrite.then(() => this.write()).catch(() => undefined);
    this.unsaved.set(upload.id, upload);
  }

  /** Save the content of files. Return the uploads that exceed the browser's quota. */
  async saveFiles(uploads: readonly Upload[]): Promise<Upload[]> {
    let available = await availableBytes();
    const db = await this.db;
    const failed: Upload[] = [];
    for (const upload of uploads) {
      available -= upload.size;
      // oxlint-disable-next-line no-await-in-loop -- in order: the first ones are sent first
      if (available < 0 || !(await this.saveFile(db, upload))) failed.push(upload);
    }
    return failed;
  }

  async delete(ids: readonly string[]): Promise<void> {
    const transaction = (await this.db).transaction([ROWS, FILES], 'readwrite');
    for (const id of ids) {
      this.unsaved.delete(id);
      transaction.objectStore(ROWS).delete(id);
      transaction.objectStore(FILES).delete(id);
    }
    await completed(transaction);
  }

  async deleteAll(): Promise<void> {
    this.unsaved.clear();
    const store = (await this.db).transaction(ROWS).objectStore(ROWS);
    const rows = (await resultOf(store.getAll())) as Row[];
    await this.delete(rows.filter(({ username }) => username === this.owner.username).map(({ id }) => id));
  }

  private async saveFile(db: IDBDatabase, { id, file }: Upload): Promise<boolean> {
    try {
      const transaction = db.transaction(FILES, 'readwrite');
      transaction.objectStore(FILES).put(file, id);
      await completed(transaction);
      return true;
    } catch {
      return false;
    }
  }

  private async write(): Promise<void> {
    const db = await this.db;
    const uploads = [...this.unsaved.values()];
    this.unsaved = new Map();
    const transaction = db.transaction([ROWS, FILES], 'readwrite');
    for (const upload of uploads) {
      transaction.objectStore(ROWS).put(rowOf(upload, this.owner));
      if (!upload.file || isSettled(upload)) transaction.objectStore(FILES).delete(upload.id);
    }
    await completed(transaction);
  }
}
