import { describe, expect, it } from 'vitest';

import { chunkOf, findInUrl, firstFrom, NO_OPTIONS, optionsFrom, step, tickPositions } from './find';

const pages = [
  { page: 2, count: 3 },
  { page: 9, count: 1 },
];

describe('find in a document', () => {
  it('keeps its options in the URL while something is looked for', () => {
    const options = { ...NO_OPTIONS, wholeWords: true };
    expect(findInUrl('rent', options)).toEqual({ find: 'rent', wholeWords: true });
    expect(findInUrl('', options)).toEqual({});
    expect(optionsFrom(findInUrl('rent', options))).toEqual(options);
  });

  it.each([
    [1, 0],
    [2, 0],
    [3, 3],
    [9, 3],
    [10, 0], // from the start again
  ])('from page %i, the first match is number %i', (page, number) => {
    expect(firstFrom(pages, page)).toBe(number);
  });

  it('goes round', () => {
    expect([step(3, 1, 4), step(0, -1, 4), step(1, 1, 4)]).toEqual([0, 3, 2]);
  });

  it('loads pages in chunks', () => {
    expect([chunkOf(1), chunkOf(8), chunkOf(9)].map(({ firstPage }) => firstPage)).toEqual([1, 1, 9]);
  });

  it('has a tick for each page with matches', () => {
    expect(tickPositions(pages, [0, 100, 200, 300, 400, 500, 600, 700, 800], 1000)).toEqual([10, 80]);
    expect(tickPositions(pages, [], 0)).toEqual([]);
  });
});
