// The edits that the server has not confirmed, kept in this browser: they survive a reload and a closed tab, and are sent when a page is opened.
import { EDITS_PREFIX, onStorage } from '@/lib/stored-edits';

import type { EditScope, FailedEdit, Ids, QueuedEdit, StoredEdit } from './queued-edit';

export interface StoredEdits {
  /** of the document, or of the corpus */
  title: string;
  /** in the order in which they were made */
  waiting: readonly StoredEdit[];
  failed: readonly FailedEdit[];
  ids: Ids;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NONE: StoredEdits = { title: '', waiting: [], failed: [], ids: {} };

/** Uuids have no colon; names of users may have some. */
const prefixOf = (username: string) => `${EDITS_PREFIX}${username}:`;

/** Return where the edits of a user are kept: no other user who signs in here sends them. */
export const placeOf = (username: string, { documentId, corpusId }: EditScope) => `${prefixOf(username)}${documentId}:${corpusId}`;

/** Return the places with edits of a user. */
export function placesOf(username: string, names: () => readonly string[] = () => Object.keys(localStorage)): readonly string[] {
  const prefix = prefixOf(username);
  try {
    return names().filter((name) => name.startsWith(prefix) && name.slice(prefix.length).split(':').length === 2).toSorted();
  } catch {
    // Storage is switched off: there are none.
    return [];
  }
}

export function scopeOf(place: string): EditScope {
  const [documentId = '', corpusId = ''] = place.split(':').slice(-2);
  return { documentId, corpusId };
}

const listeners = new Set<() => void>();

/** Call a function after each change, also those of other tabs. Returns what ends that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const end = onStorage(listener);
  return () => {
    listeners.delete(listener);
    end();
  };
}

const notify = () => listeners.forEach((listener) => listener());

/** Return the edits at a place as they are stored: JSON, or an empty text. */
export function storedText(place: string, store: Store = localStorage): string {
  try {
    return store.getItem(place) ?? '';
  } catch {
    return '';
  }
}

export function parseStored(text: string): StoredEdits {
  try {
    return { ...NONE, ...(JSON.parse(text || '{}') as Partial<StoredEdits>) };
  } catch {
    return NONE;
  }
}

export const readStored = (place: string, store: Store = localStorage): StoredEdits => parseStored(storedText(place, store));

function update(place: string, change: (stored: StoredEdits) => Partial<StoredEdits>, store: Store): void {
  const before = readStored(place, store);
  const stored = { ...before, ...change(before) };
  try {
    // The ids are needed by edits that wait or have failed.
    if (stored.waiting.length + stored.failed.length > 0) store.setItem(place, JSON.stringify(stored));
    else store.removeItem(place);
  } catch {
    // Storage is full or switched off: the edits still wait in memory.
  }
  notify();
}

const without = <Edit extends StoredEdit>(edits: readonly Edit[], key: string) => edits.filter((each) => each.key !== key);
const withoutTarget = (edits: readonly FailedEdit[], target: string | undefined) => (target === undefined ? edits : edits.filter(({ edit }) => edit.target !== target));

/** Keep an edit until it is confirmed. It replaces those of the same target that have failed. */
export const storeWaiting = (place: string, stored: StoredEdit, title: string, store: Store = localStorage) =>
  update(
    place,
    ({ waiting, failed }) => ({
      title,
      waiting: waiting.some(({ key }) => key === stored.key) ? waiting : [...waiting, stored],
      failed: withoutTarget(failed, stored.edit.target),
    }),
    store,
  );

/** Note that a request for an edit may reach the server from now on, and return the edit as it was before. Without a network there is no request. */
export function noteRequest(place: string, { key, edit }: StoredEdit, store: Store = localStorage): QueuedEdit {
  const before = readStored(place, store).waiting.find((each) => each.key === key)?.edit;
  if (before && !before.isSent && navigator.onLine) {
    update(place, ({ waiting }) => ({ waiting: waiting.map((each) => (each.key === key ? { key, edit: { ...each.edit, isSent: true } } : each)) }), store);
  }
  return before ?? edit;
}

/** Forget an edit that the server has stored, and keep the ids of what it created for later edits. */
export const confirmEdit = (place: string, key: string, created: Ids, store: Store = localStorage) =>
  update(place, ({ waiting, failed, ids }) => ({ waiting: without(waiting, key), failed: without(failed, key), ids: { ...ids, ...created } }), store);

/** Keep an edit that was rejected, unless a later one of the same target waits. */
export const storeFailed = (place: string, failed: FailedEdit, store: Store = localStorage) =>
  update(
    place,
    (stored) => {
      const waiting = without(stored.waiting, failed.key);
      const isReplaced = failed.edit.target !== undefined && waiting.some(({ edit }) => edit.target === failed.edit.target);
      return { waiting, failed: [...without(stored.failed, failed.key), ...(isReplaced ? [] : [failed])] };
    },
    store,
  );

/** Forget an edit that was rejected. */
export const forgetEdit = (place: string, key: string, store: Store = localStorage) =>
  update(place, ({ waiting, failed }) => ({ waiting: without(waiting, key), failed: without(failed, key) }), store);

/** Forget the edits of a target that were rejected: it was changed without the queue since. */
export const forgetFailed = (place: string, target: string, store: Store = localStorage) => update(place, ({ failed }) => ({ failed: withoutTarget(failed, target) }), store);

/** Forget all edits at a place. */
export const forgetPlace = (place: string, store: Store = localStorage) => update(place, () => NONE, store);
