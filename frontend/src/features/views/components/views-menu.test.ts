import { expect, test } from 'vitest';

import { isSame, readQuery, stateOf } from './views-menu';

test('the state of a list has its parameters with a value', () => {
  expect(stateOf('ANNOTATIONS', { tab: 'annotations', label: 'a', by: undefined, words: 'rent', view: 'v' })).toEqual({ label: 'a', words: 'rent' });
  expect(stateOf('CORPUS_DOCUMENTS', { field: 'f', from: '2026-01-01', empty: undefined, folder: 'g' })).toEqual({ folder: 'g', field: 'f', from: '2026-01-01' });
});

test('parameters of a stored query that are not valid are left out', () => {
  expect(readQuery('CORPUS_DOCUMENTS', '{"label": "a", "sort": "title", "other": "x"}', ['label'])).toEqual({ sort: 'title' });
  expect(readQuery('DOCUMENTS', 'null', [])).toEqual({});
});

test('states are the same if their values are', () => {
  expect(isSame({ q: 'a' }, { q: 'a', state: undefined })).toBe(true);
  expect(isSame({ q: 'a' }, { q: 'b' })).toBe(false);
  expect(isSame({}, { q: 'b' })).toBe(false);
});
