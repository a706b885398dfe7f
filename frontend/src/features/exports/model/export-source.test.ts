import { describe, expect, it } from 'vitest';

import { addressOf, annotatedPdfs, isLarge, isLong } from './export-source';

const ALL = { kind: 'ANNOTATIONS' as const, path: '/export', query: {} };
const CHOSEN = { ...ALL, query: { annotation: Array.from({ length: 200 }, () => '01990c6e-0e01-7c22-8d33-1f2e3d4c5b6a') } };

describe('isLarge', () => {
  it('leaves files of many rows to a job', () => {
    expect(isLarge({ ...ALL, rows: 10_001, isMember: true })).toBe(true);
    expect(isLarge({ ...ALL, rows: 10_000, isMember: true })).toBe(false);
  });

  it('sends files at once to users who are not members, and where the number is not known', () => {
    expect(isLarge({ ...ALL, rows: 10_001, isMember: false })).toBe(false);
    expect(isLarge({ ...ALL, rows: undefined, isMember: true })).toBe(false);
  });

  it('leaves a choice that does not fit into an address to a job', () => {
    expect(isLarge({ ...CHOSEN, rows: 200, isMember: true })).toBe(true);
    expect(isLarge(annotatedPdfs('a', {}, 1))).toBe(true);
    expect([isLong(CHOSEN), isLong(ALL)]).toEqual([true, false]);
  });
});

it('puts the filters and the format into the address', () => {
  expect(addressOf({ path: '/api/v1/corpuses/a/annotations/export', query: { search: 'a b&c' } }, 'csv')).toBe('/api/v1/corpuses/a/annotations/export?search=a+b%26c&format=csv');
  expect(addressOf({ path: '/export', query: { label: ['a', 'b'] } }, 'csv')).toBe('/export?label=a&label=b&format=csv');
});
