import { expect, it } from 'vitest';

import { isCellFilter } from './cell-filter';
import { filterParameters } from './filter';

it('filters and the order become parameters of the request', () => {
  expect(filterParameters({})).toBe('');
  expect(filterParameters({ cells: 'unsure', search: 'lease' })).toBe('max_confidence=0.6&search=lease');
  expect(filterParameters({ cells: 'conflict', sortColumn: 'c', descending: true })).toBe('has_conflict=true&sort_column=c&descending=true');
});

it('unknown filters are ignored', () => {
  expect([isCellFilter('review'), isCellFilter('x')]).toEqual([true, false]);
});
