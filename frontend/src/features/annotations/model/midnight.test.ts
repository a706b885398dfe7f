import { afterEach, expect, it } from 'vitest';

import { setTimeZone } from '@/lib/time';

import { midnight } from './midnight';

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
