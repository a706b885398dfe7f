import { describe, expect, it } from 'vitest';

import { facetValueText, matchText } from './search';

describe('texts of the search', () => {
  it.each([
    ['LANGUAGE', 'de', 'German'],
    ['LANGUAGE', 'not a code', 'not a code'],
    ['DATE', '2026-11', 'November 2026'],
    ['CORPUS', 'Leases', 'Leases'],
  ] as const)('%s %s: %s', (facet, name, text) => {
    expect(facetValueText(facet, name)).toBe(text);
  });

  it('count the matches', () => {
    expect(matchText(2, 1200, true)).toBe('3 of 1,200');
    expect(matchText(0, 100_000, false)).toBe('1 of 100,000+');
    expect(matchText(0, 0, true)).toBe('No matches');
  });
});
