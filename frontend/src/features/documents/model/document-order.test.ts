import { expect, it } from 'vitest';

import { directionOf, isDocumentOrder, nextOrder, orderBy, type DocumentOrder, type SortColumn } from './document-order';

it.each([
  ['title', 'newest', 'title', 'ascending'],
  ['title', 'title', 'title_descending', 'descending'],
  ['title', 'title_descending', 'title', 'ascending'],
  ['size', 'newest', 'size', 'descending'],
  ['size', 'size', 'size_ascending', 'ascending'],
  ['added', 'title', 'newest', 'descending'],
  ['added', 'newest', 'oldest', 'ascending'],
] satisfies [SortColumn, DocumentOrder, DocumentOrder, string][])('a click on %s in the order %s sorts by %s, %s', (column, order, next, direction) => {
  expect(nextOrder(column, order)).toBe(next);
  expect(directionOf(column, next)).toBe(direction);
});

it('only the sorted column has a direction', () => {
  expect(directionOf('pages', 'title')).toBeUndefined();
});

it('orders of URLs are checked, and sent as the API names them', () => {
  expect([isDocumentOrder('size_ascending'), isDocumentOrder('colour'), isDocumentOrder(undefined)]).toEqual([true, false, false]);
  expect([orderBy('size_ascending'), orderBy(undefined)]).toEqual(['SIZE_ASCENDING', 'NEWEST']);
});
