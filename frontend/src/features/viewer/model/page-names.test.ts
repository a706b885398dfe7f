import { describe, expect, it } from 'vitest';

import { hasNames, pageName, pageNamed } from './page-names';

const BOOK = ['i', 'ii', '1', '2', 'A-1', ''].map((label, index) => ({ number: index + 1, label }));
const PLAIN = [1, 2, 3].map((number) => ({ number, label: '' }));

describe('names of pages', () => {
  it('are those of the document, else numbers', () => {
    expect([pageName(BOOK, 2), pageName(BOOK, 6), pageName(PLAIN, 3)]).toEqual(['ii', '6', '3']);
    expect([hasNames(BOOK), hasNames(PLAIN)]).toEqual([true, false]);
  });

  it.each([
    ['ii', 2],
    ['II ', 2],
    ['1', 3], // what is printed on it, not where it stands
    ['a-1', 5],
    ['5', 5], // nothing is called so: the number
    ['99', 6],
    ['0', undefined],
    ['x', undefined],
    ['', undefined],
  ])('%j is page %s of the book', (typed, page) => {
    expect(pageNamed(BOOK, typed, 1)).toBe(page);
  });

  it('go round where several pages have the same one', () => {
    const twice = ['1', '2', '1'].map((label, index) => ({ number: index + 1, label }));
    expect([pageNamed(twice, '1', 1), pageNamed(twice, '1', 3)]).toEqual([3, 1]);
  });
});
