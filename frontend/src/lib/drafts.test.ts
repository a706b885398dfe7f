import { describe, expect, it } from 'vitest';

import { readDraft, readEditDraft, writeDraft, writeEditDraft } from './drafts';

function storeOf(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return { map, getItem: (key: string) => map.get(key) ?? null, setItem: (key: string, value: string) => void map.set(key, value), removeItem: (key: string) => void map.delete(key) };
}

const forbidden = () => {
  throw new Error('Access is denied.');
};

const BASE = { version: 'v1', texts: { note: 'Old' } };
const DRAFT = { base: BASE, texts: { note: 'New' } };

describe('drafts', () => {
  it('are kept for one place each, until they are empty', () => {
    const store = storeOf();
    writeDraft('comment:1', 'Half of a sen', store);
    expect([readDraft('comment:1', store), readDraft('comment:2', store)]).toEqual(['Half of a sen', '']);
    writeDraft('comment:1', '', store);
    expect(store.map.size).toBe(0);
  });

  it('are not kept without storage', () => {
    const store = { getItem: forbidden, setItem: forbidden, removeItem: forbidden };
    writeDraft('comment:1', 'Half of a sen', store);
    expect(readDraft('comment:1', store)).toBe('');
    expect(readEditDraft('note:1', BASE.texts, store)).toBeNull();
  });
});

describe('drafts of edits', () => {
  it('are kept with the version that they are based on', () => {
    const store = storeOf();
    writeEditDraft('note:1', DRAFT, store);
    expect(readEditDraft('note:1', BASE.texts, store)).toEqual(DRAFT);
    expect(readEditDraft('note:1', { note: 'Changed by another user' }, store)).toEqual(DRAFT);
    writeEditDraft('note:1', null, store);
    expect(readEditDraft('note:1', BASE.texts, store)).toBeNull();
  });

  it('are not offered if they were saved after all', () => {
    const store = storeOf();
    writeEditDraft('note:1', DRAFT, store);
    expect(readEditDraft('note:1', { note: 'New' }, store)).toBeNull();
  });

  it.each(['{', 'null', '1', '{"texts":{"note":"New"}}', '{"base":{"version":"v1","texts":{"note":1}},"texts":{"note":"New"}}', '{"base":{"version":"v1","texts":{"name":"Old"}},"texts":{"name":"New"}}'])(
    'are not read from %j',
    (text) => {
      expect(readEditDraft('note:1', BASE.texts, storeOf({ 'draft:note:1': text }))).toBeNull();
    },
  );
});
