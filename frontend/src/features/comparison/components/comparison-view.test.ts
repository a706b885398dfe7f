import { expect, test } from 'vitest';

import { folded, nextChange, type Changeable } from './comparison-view';

const rows = (text: string): Changeable[] => [...text].map((sign) => ({ change: sign === '.' ? 'SAME' : 'CHANGED' }));
const summary = (text: string) => folded(rows(text)).map((part) => (part.kind === 'folded' ? part.rows.length : (part.change ?? '.')));

test('unchanged paragraphs are folded, except next to changes', () => {
  expect(summary('...x....y')).toEqual([2, '.', 0, '.', 2, '.', 1]);
  expect(summary('....')).toEqual([4]);
  expect(summary('')).toEqual([]);
});

test('the next change goes around the ends', () => {
  expect(nextChange(undefined, 1, 3)).toBe(0);
  expect(nextChange(undefined, -1, 3)).toBe(2);
  expect(nextChange(2, 1, 3)).toBe(0);
  expect(nextChange(0, -1, 3)).toBe(2);
  expect(nextChange(0, 1, 0)).toBeUndefined();
});
