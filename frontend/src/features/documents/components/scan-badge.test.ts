import { expect, it } from 'vitest';

import { scanBadge } from './scan-badge';

it.each([
  ['CLEAN', false, undefined],
  ['UNSCANNED', false, undefined], // scanning is not required here
  ['UNSCANNED', true, 'Not virus-scanned'],
  ['PENDING', true, 'Waiting for virus scan'],
  ['INFECTED', true, 'Infected'],
] as const)('the badge of a file that is %s (scan missing: %s): %s', (scan, isScanMissing, text) => {
  expect(scanBadge({ scan, isScanMissing })?.text).toBe(text);
});
