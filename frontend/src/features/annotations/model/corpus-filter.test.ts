import { expect, it } from 'vitest';

import { exportQuery, filterOf, isFiltered, searchOf, variablesOf } from './corpus-filter';

const SEARCH = { label: 'a,b', by: 'AGENT', review: 'PENDING', words: 'rent', document: 'd', from: '2026-11-20', to: '2026-11-20', placement: 'TO_CHECK' };

it('a filter is the same in the URL', () => {
  expect(searchOf(filterOf(SEARCH))).toEqual(SEARCH);
  expect(searchOf(filterOf({}))).toEqual({});
});

it('what is unknown in a URL is no filter', () => {
  const filter = filterOf({ by: 'robots', review: 'x', from: 'yesterday', to: '2026-13-01', placement: 'LOST' });
  expect(isFiltered(filter)).toBe(false);
});

it('a day begins and ends at the midnights of the user', () => {
  const { createdAfter, createdBefore } = variablesOf(filterOf(SEARCH));
  expect(createdAfter).toBe(new Date(2026, 10, 20).toISOString());
  expect(createdBefore).toBe(new Date(2026, 10, 21).toISOString());
});

it('an export has the same filter, with the words of REST', () => {
  const day = { created_after: new Date(2026, 10, 20).toISOString(), created_before: new Date(2026, 10, 21).toISOString() };
  expect(exportQuery(filterOf(SEARCH))).toEqual({ label: ['a', 'b'], source: 'agent', review: 'pending', search: 'rent', document: 'd', placement: 'to_check', ...day });
  expect(exportQuery(filterOf({ creator: 'u' }))).toEqual({ creator: 'u', source: 'human' });
});
