import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { readDraft, writeDraft } from './drafts';
import { keepDraftsOf, removeDrafts } from './remove-drafts';

/** Its entries are its properties, as those of a Storage are. */
class Entries {
  [key: string]: unknown;
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => vi.stubGlobal('sessionStorage', new Entries()));
afterEach(() => vi.unstubAllGlobals());

const draft = () => readDraft('new-corpus:title');

it('drafts are kept when their user signs in again', () => {
  keepDraftsOf('1');
  writeDraft('new-corpus:title', 'Leases');
  keepDraftsOf('1');
  expect(draft()).toBe('Leases');
});

it('drafts are removed when another user signs in', () => {
  keepDraftsOf('1');
  writeDraft('new-corpus:title', 'Leases');
  sessionStorage.setItem('theme', 'dark');
  keepDraftsOf('2');
  expect(draft()).toBe('');
  expect(sessionStorage.getItem('theme')).toBe('dark');
  writeDraft('new-corpus:title', 'Loans');
  keepDraftsOf('1');
  expect(draft()).toBe('');
});

it('drafts whose user is not known are removed', () => {
  writeDraft('new-corpus:title', 'Leases');
  keepDraftsOf('1');
  expect(draft()).toBe('');
});

it('drafts are removed at the sign-out', () => {
  writeDraft('new-corpus:title', 'Leases');
  removeDrafts();
  expect(draft()).toBe('');
});

it('nothing fails without storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => keepDraftsOf('1')).not.toThrow();
});
