import { describe, expect, it } from 'vitest';

import { formatBytes, formatCount, fullness, shareOf } from './usage-meter';

describe('usage', () => {
  it.each([
    [0, null, undefined, 'ok'],
    [50, 100, 0.5, 'ok'],
    [90, 100, 0.9, 'nearly'],
    [100, 100, 1, 'full'],
    [120, 100, 1, 'full'], // the quota was reduced
    [0, 0, 1, 'full'],
  ])('of %d with a limit of %s is %s: %s', (used, limit, share, level) => {
    expect(shareOf(used, limit)).toBe(share);
    expect(fullness(shareOf(used, limit))).toBe(level);
  });

  it('is formatted as bytes and counts', () => {
    expect(formatBytes(1_500_000, 2_000_000_000)).toBe('1.5 MB of 2.0 GB');
    expect(formatBytes(0, null)).toBe('0 B, no limit');
    expect(formatCount(1_200, 5_000)).toBe('1,200 of 5,000');
  });
});
