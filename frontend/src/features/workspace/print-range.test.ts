import { expect, it } from 'vitest';

import { pagesInRange } from './print-range';

it.each([
  ['3', [3]],
  ['1-3, 7', [1, 2, 3, 7]],
  ['9 – 12; 2', [2, 9, 10]],
  ['2,2-3', [2, 3]],
  ['0-2', [1, 2]],
  ['11-12', null],
  ['3-1', null],
  ['', null],
  ['one', null],
  ['1-', null],
])('“%s” of ten pages is %s', (text, pages) => {
  expect(pagesInRange(text, 10)).toEqual(pages);
});
