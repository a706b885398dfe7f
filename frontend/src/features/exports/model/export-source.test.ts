import { describe, expect, it } from 'vitest';

import { addressOf, isLarge } from './export-source';

describe('isLarge', () => {
  it('leaves files of many rows to a job', () => {
    expect(isLarge({ rows: 10_001, isMember: true })).toBe(true);
    expect(isLarge({ rows: 10_000, isMember: true })).toBe(false);
  });

  it('sends files at once to users who are not members, and where the number is not known', () => {
    expect(isLarge({ rows: 10_001, isMember: false })).toBe(false);
    expect(isLarge({ rows: undefined, isMember: true })).toBe(false);
  });
});

it('puts the filters and the format into the address', () => {
  expect(addressOf({ path: '/api/v1/corpuses/a/annotations/export', query: { search: 'a b&c' } }, 'csv')).toBe('/api/v1/corpuses/a/annotations/export?search=a+b%26c&format=csv');
  expect(addressOf({ path: '/export', query: { label: ['a', 'b'] } }, 'csv')).toBe('/export?label=a&label=b&format=csv');
});
