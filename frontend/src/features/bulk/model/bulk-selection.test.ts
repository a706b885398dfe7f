import { expect, it } from 'vitest';

import { progressOf, unchangedOf } from './bulk-selection';

const change = { isUndone: false, total: 10, processed: 6, changed: 3, restored: 0, skipped: [{ code: 'not_found', count: 2 }] };

it('counts the documents of a change, and those that it undoes', () => {
  expect(progressOf(change)).toEqual({ done: 6, all: 10 });
  expect(progressOf({ ...change, isUndone: true, processed: 4 })).toEqual({ done: 3, all: 3 });
});

it('counts the documents that needed no change', () => {
  expect(unchangedOf(change)).toBe(1);
  expect(unchangedOf({ ...change, isUndone: true })).toBe(0);
});
