import { expect, it } from 'vitest';

import { formatSeconds, formatDuration } from './time';

it.each([
  [-3, '0 s'],
  [40.4, '40 s'],
  [59.6, '1 min'],
  [200, '3 min'],
  [3_600, '1 h'],
  [4_900, '1 h 21 min'],
  [90_000, '1 d 1 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatSeconds(seconds)).toBe(words);
});

it.each([
  [null, '–'],
  [12.4, '12 ms'],
  [1_240, '1.2 s'],
  [42_000, '42 s'],
  [600_000, '10 min'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});
