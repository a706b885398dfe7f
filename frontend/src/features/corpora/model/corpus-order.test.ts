import { expect, it } from 'vitest';

import { corpusOrder, countDirection, nextCountOrder, type CorpusOrder, type CountColumn } from './corpus-order';

it.each([
  ['annotations', 'newest', 'annotations', 'descending'],
  ['annotations', 'annotations', 'annotations_ascending', 'ascending'],
  ['annotations', 'annotations_ascending', 'annotations', 'descending'],
  ['labels', 'annotations', 'labels', 'descending'],
] satisfies [CountColumn, CorpusOrder, CorpusOrder, string][])('a click on %s in the order %s sorts by %s, %s', (column, order, next, direction) => {
  expect(nextCountOrder(column, order)).toBe(next);
  expect(countDirection(column, next)).toBe(direction);
});

it('only the sorted count has a direction', () => {
  expect(countDirection('labels', 'annotations')).toBeUndefined();
  expect(countDirection('labels', undefined)).toBeUndefined();
});

it('orders of URLs and saved views are checked', () => {
  expect(['labels_ascending', 'title', 'newest', 'colour', undefined].map(corpusOrder)).toEqual(['labels_ascending', 'title', undefined, undefined, undefined]);
});
