// The edits that tabs of this browser have sent: others know those that waited, too, and do not send them a second time.
import type { Sent } from '../edit-queue';
import type { Ids } from './queued-edit';

const KEY = 'cartulary.sent-edits';
const LIMIT = 200;

type Store = Pick<Storage, 'getItem' | 'setItem'>;
/** The key of an edit, and the ids of what the server has created. */
type Entry = readonly [key: string, ids: Ids];

function readSent(store: Store): readonly Entry[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? (stored as Entry[]) : [];
  } catch {
    return [];
  }
}

function addSent(entry: Entry, store: Store): void {
  try {
    store.setItem(KEY, JSON.stringify([...readSent(store), entry].slice(-LIMIT)));
  } catch {
    // Storage is full or switched off. The server stores an edit once, too.
  }
}

/** Return the ids of what the latest edits have created: a page shows it by its own ids until it has loaded it, also when no edit waits any more. */
export const sentIds = (store: Store = localStorage): Ids => Object.assign({}, ...readSent(store).map(([, ids]) => ids)) as Ids;

/** Run while no other tab runs for the same edit. Browsers have locks on secure pages only. */
const inTurn = <Result>(key: string, run: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(`edit:${key}`, run) as Promise<Result> : run();

/** Send an edit, unless another tab has sent it. */
export const sendOnce = (key: string, send: () => Promise<Sent>, store: Store = localStorage): Promise<Sent> =>
  inTurn(key, async () => {
    const entry = readSent(store).find(([sent]) => sent === key);
    if (entry) return { ids: entry[1], isByOther: true };
    const sent = await send();
    addSent([key, sent.ids ?? {}], store);
    return sent;
  });
