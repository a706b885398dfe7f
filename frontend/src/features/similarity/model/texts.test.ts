import { describe, expect, it } from 'vitest';

import { isTextKind } from './text-kind';
import { formatSimilarity, partsParameter } from './texts';

describe('partsParameter', () => {
  it('has the ends of both parts', () => {
    expect(partsParameter({ start: 4, end: 22 }, { start: 14, end: 32 })).toBe('4-22:14-32');
  });
  it('is left out for whole documents', () => {
    expect(partsParameter({ start: 0, end: 0 }, { start: 0, end: 0 })).toBeUndefined();
  });
});

describe('formatSimilarity', () => {
  it('never says 100 % of texts that differ', () => {
    expect([1, 0.9999, 0.874].map(formatSimilarity).map((text) => text.replace(/\s/, ''))).toEqual(['100%', '99%', '87%']);
  });
});

it('knows the kinds of texts', () => {
  expect([isTextKind('CLAUSE'), isTextKind('clause'), isTextKind(undefined)]).toEqual([true, false, false]);
});
