import { describe, expect, it } from 'vitest';

import { sendOnce, sentIds } from './use-send-edits';

function createStore() {
  const values = new Map<string, string>();
  return { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => void values.set(key, value) };
}

const sendAs = (id: string) => () => Promise.resolve({ ids: { mine: id } });

describe('edits that several tabs have', () => {
  it('are sent by the first one, and the others get the ids', async () => {
    const store = createStore();
    await expect(sendOnce('1', sendAs('theirs'), store)).resolves.toEqual({ ids: { mine: 'theirs' } });
    await expect(sendOnce('1', sendAs('another'), store)).resolves.toEqual({ ids: { mine: 'theirs' }, isByOther: true });
  });

  it('are sent again if they could not be sent', async () => {
    const store = createStore();
    await expect(sendOnce('1', () => Promise.reject(new Error('offline')), store)).rejects.toThrow('offline');
    await expect(sendOnce('1', sendAs('theirs'), store)).resolves.toEqual({ ids: { mine: 'theirs' } });
  });

  it('leave the ids of what they have created', async () => {
    const store = createStore();
    expect(sentIds(store)).toEqual({});
    await sendOnce('1', sendAs('theirs'), store);
    await sendOnce('2', () => Promise.resolve({ ids: { yours: 'other' } }), store);
    expect(sentIds(store)).toEqual({ mine: 'theirs', yours: 'other' });
  });

  it('are the latest ones only', async () => {
    const store = createStore();
    for (let number = 0; number <= 200; number += 1) await sendOnce(String(number), sendAs('a'), store); // oxlint-disable-line no-await-in-loop
    await expect(sendOnce('0', sendAs('b'), store)).resolves.toEqual({ ids: { mine: 'b' } });
    await expect(sendOnce('200', sendAs('b'), store)).resolves.toMatchObject({ isByOther: true });
  });

  it('are sent if the storage holds something else', async () => {
    const store = createStore();
    store.setItem('cartulary.sent-edits', '{');
    await expect(sendOnce('1', sendAs('theirs'), store)).resolves.toEqual({ ids: { mine: 'theirs' } });
  });
});
