import { expect, it } from 'vitest';

import { scanWords, type Scanned } from './scan';

it.each([
  ['CLEAN', false, undefined, 'what is well needs no words'],
  ['UNSCANNED', false, undefined, 'nothing scans here, and nothing should'],
  ['UNSCANNED', true, 'Not scanned', 'the scanner was away'],
  ['PENDING', true, 'Waits for the scan', 'nobody can open it yet'],
  ['INFECTED', true, 'Infected', 'nobody ever will'],
] as const)('a file that is %s (a scan is missing: %s) says %s: %s', (scan, scanIsMissing, word, _why) => {
  expect(scanWords({ scan, scanIsMissing } satisfies Scanned).badge?.word).toBe(word);
});

it('every state has words for those who look closer', () => {
  const states = (['CLEAN', 'UNSCANNED', 'PENDING', 'INFECTED'] as const).map((scan) => scanWords({ scan, scanIsMissing: false }).detail);
  expect(new Set(states).size).toBe(4);
});
