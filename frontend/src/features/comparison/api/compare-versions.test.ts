import { expect, it } from 'vitest';

import { comparedParts } from './compare-versions';

it('reads the parts of both documents', () => {
  expect(comparedParts('4-22:14-32')).toEqual({ oldStart: 4, oldEnd: 22, newStart: 14, newEnd: 32 });
});

it('compares whole documents without parts, or with broken ones', () => {
  const whole = { oldStart: null, oldEnd: null, newStart: null, newEnd: null };
  expect([undefined, '', '4-22', 'a-b:c-d'].map(comparedParts)).toEqual([whole, whole, whole, whole]);
});
