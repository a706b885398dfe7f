import { afterEach, expect, it } from 'vitest';

import { setTimeZone } from '@/lib/time';

import { exportQuery, filterOf, isFiltered, midnight, searchOf, variablesOf } from './corpus-filter';

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

afterEach(() => setTimeZone(undefined));

it('a day begins in the time zone of the profile', () => {
  setTimeZone('Asia/Kolkata');
  expect(midnight('2026-11-20')).toBe('2026-11-19T18:30:00.000Z');
  setTimeZone('America/Los_Angeles');
  expect(midnight('2026-11-20')).toBe('2026-11-20T08:00:00.000Z');
});

it('the days on which the clocks change have 23 and 25 hours', () => {
  setTimeZone('Europe/Vienna');
  expect([midnight('2026-03-29'), midnight('2026-03-29', 1)]).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
  expect([midnight('2026-10-25'), midnight('2026-10-25', 1)]).toEqual(['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z']);
});

it('years that are not complete yet have days, too', () => {
  setTimeZone('UTC');
  expect(midnight('0026-05-01')).toBe('0026-05-01T00:00:00.000Z');
});

it('without a profile, a day begins at midnight in the browser', () => {
  expect(midnight('2026-11-20', 1)).toBe(new Date(2026, 10, 21).toISOString());
});
