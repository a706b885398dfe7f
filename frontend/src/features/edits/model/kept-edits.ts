// The edits that the server has not confirmed, kept for this tab: they survive a reload, and are sent again when the document is opened.
import { DRAFT_PREFIX } from '@/lib/remove-drafts';

import type { EditScope, FailedEdit, Ids, KeptEdit } from './queued-edit';

interface Kept {
  /** in the order in which they were made */
  waiting: readonly KeptEdit[];
  failed: readonly FailedEdit[];
  ids: Ids;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const NONE: Kept = { waiting: [], failed: [], ids: {} };

/** Return where the edits of a user are kept: no other user who signs in here sends them. They are removed with the drafts when the user signs out. */
export const placeOf = (username: string, { documentId, corpusId }: EditScope) => `${DRAFT_PREFIX}edits:${username}:${documentId}:${corpusId}`;

export function readKept(place: string, store: Store = sessionStorage): Kept {
  try {
    return { ...NONE, ...(JSON.parse(store.getItem(place) ?? '{}') as Partial<Kept>) };
  } catch {
    return NONE;
  }
}

function update(place: string, change: (kept: Kept) => Partial<Kept>, store: Store): void {
  const before = readKept(place, store);
  const kept = { ...before, ...change(before) };
  try {
    // The ids are needed by edits that wait or have failed.
    if (kept.waiting.length + kept.failed.length > 0) store.setItem(place, JSON.stringify(kept));
    else store.removeItem(place);
  } catch {
    // Storage is full or switched off: the edits still wait in memory.
  }
}

const without = <Edit extends KeptEdit>(edits: readonly Edit[], key: string) => edits.filter((each) => each.key !== key);

/** Keep an edit until it is confirmed. It replaces those of the same target that have failed. */
export const keepWaiting = (place: string, kept: KeptEdit, store: Store = sessionStorage) =>
  update(
    place,
    ({ waiting, failed }) => ({
      waiting: waiting.some(({ key }) => key === kept.key) ? waiting : [...waiting, kept],
      failed: kept.edit.target === undefined ? failed : failed.filter(({ edit }) => edit.target !== kept.edit.target),
    }),
    store,
  );

/** Forget an edit that the server has stored, and keep the ids of what it created for later edits. */
export const confirmEdit = (place: string, key: string, created: Ids, store: Store = sessionStorage) =>
  update(place, ({ waiting, ids }) => ({ waiting: without(waiting, key), ids: { ...ids, ...created } }), store);

/** Keep an edit that was rejected, unless a later one of the same target waits. */
export const keepFailed = (place: string, failed: FailedEdit, store: Store = sessionStorage) =>
  update(
    place,
    (kept) => {
      const waiting = without(kept.waiting, failed.key);
      const isReplaced = failed.edit.target !== undefined && waiting.some(({ edit }) => edit.target === failed.edit.target);
      return { waiting, failed: [...without(kept.failed, failed.key), ...(isReplaced ? [] : [failed])] };
    },
    store,
  );

/** Forget an edit that was rejected. */
export const forgetEdit = (place: string, key: string, store: Store = sessionStorage) =>
  update(place, ({ waiting, failed }) => ({ waiting: without(waiting, key), failed: without(failed, key) }), store);
