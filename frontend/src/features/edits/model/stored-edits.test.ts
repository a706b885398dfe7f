import { afterEach, describe, expect, it, vi } from 'vitest';

import { confirmEdit, forgetEdit, forgetFailed, forgetPlace, noteRequest, storeFailed, storeWaiting, placeOf, placesOf, readStored, scopeOf } from './stored-edits';
import type { StoredEdit } from './queued-edit';

const PLACE = placeOf('ada', { documentId: 'd', corpusId: 'c' });

function createStore() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

const edit = (key: string, target?: string): StoredEdit => ({ key, edit: { type: 'comment', group: key, ...(target && { target }) } });
const failed = (stored: StoredEdit) => ({ ...stored, title: 'Comment', detail: 'Text', message: 'Not allowed.', isConflict: false });
const keysOf = (edits: readonly StoredEdit[]) => edits.map(({ key }) => key);

afterEach(() => vi.unstubAllGlobals());

describe('edits that are kept', () => {
  it('wait in their order, each once, until they are confirmed', () => {
    const store = createStore();
    for (const key of ['1', '2', '1']) storeWaiting(PLACE, edit(key), 'Lease', store);
    expect(keysOf(readStored(PLACE, store).waiting)).toEqual(['1', '2']);
    confirmEdit(PLACE, '1', { mine: 'theirs' }, store);
    expect(readStored(PLACE, store)).toMatchObject({ waiting: [{ key: '2' }], ids: { mine: 'theirs' } });
    confirmEdit(PLACE, '2', {}, store);
    expect(store.values.size).toBe(0);
  });

  it('are kept when they were rejected, until they are discarded', () => {
    const store = createStore();
    storeWaiting(PLACE, edit('1'), 'Lease', store);
    storeFailed(PLACE, failed(edit('1')), store);
    expect(keysOf(readStored(PLACE, store).waiting)).toEqual([]);
    expect(keysOf(readStored(PLACE, store).failed)).toEqual(['1']);
    forgetEdit(PLACE, '1', store);
    expect(readStored(PLACE, store).failed).toEqual([]);
  });

  it('are no longer rejected ones once the server has stored them after all', () => {
    const store = createStore();
    storeFailed(PLACE, failed(edit('1')), store);
    confirmEdit(PLACE, '1', {}, store);
    expect(store.values.size).toBe(0);
  });

  it('are replaced by a later edit of the same when they were rejected', () => {
    const store = createStore();
    storeFailed(PLACE, failed(edit('1', 'field:1')), store);
    storeFailed(PLACE, failed(edit('2', 'field:2')), store);
    storeWaiting(PLACE, edit('3', 'field:1'), 'Lease', store);
    expect(keysOf(readStored(PLACE, store).failed)).toEqual(['2']);
  });

  it('are forgotten when they were rejected if the same is changed without the queue', () => {
    const store = createStore();
    for (const number of ['1', '2']) storeFailed(PLACE, failed(edit(number, `cell:${number}`)), store);
    forgetFailed(PLACE, 'cell:1', store);
    expect(keysOf(readStored(PLACE, store).failed)).toEqual(['2']);
  });

  it('are not kept when they were rejected if a later edit of the same waits', () => {
    const store = createStore();
    for (const key of ['1', '2']) storeWaiting(PLACE, edit(key, 'field:1'), 'Lease', store);
    storeFailed(PLACE, failed(edit('1', 'field:1')), store);
    expect(readStored(PLACE, store)).toMatchObject({ waiting: [{ key: '2' }], failed: [] });
  });

  it('are of one user', () => {
    const scope = { documentId: 'd', corpusId: 'c' };
    expect(placeOf('ada', scope)).not.toBe(placeOf('grace', scope));
  });

  it('are none if the storage holds something else', () => {
    const store = createStore();
    store.setItem(PLACE, '{');
    expect(readStored(PLACE, store)).toEqual({ title: '', waiting: [], failed: [], ids: {} });
  });

  it('are found by the user', () => {
    const store = createStore();
    const other = placeOf('ada:b', { documentId: 'd', corpusId: 'c' });
    for (const place of [PLACE, other]) storeWaiting(place, edit('1'), 'Lease', store);
    const names = () => [...store.values.keys()];
    expect(placesOf('ada', names)).toEqual([PLACE]);
    expect(placesOf('ada:b', names)).toEqual([other]);
    expect(scopeOf(other)).toEqual({ documentId: 'd', corpusId: 'c' });
    expect(readStored(PLACE, store).title).toBe('Lease');
  });

  it('are forgotten together', () => {
    const store = createStore();
    storeWaiting(PLACE, edit('1'), 'Lease', store);
    storeFailed(PLACE, failed(edit('2')), store);
    forgetPlace(PLACE, store);
    expect(store.values.size).toBe(0);
  });
});

it('keeps whether an earlier request for an edit may have reached the server', () => {
  const store = createStore();
  const stored = edit('1');
  storeWaiting(PLACE, stored, 'Lease', store);
  const requests = [false, true, true].map((onLine) => {
    vi.stubGlobal('navigator', { onLine });
    return noteRequest(PLACE, stored, store).isSent ?? false;
  });
  expect(requests).toEqual([false, false, true]);
});
