import { expect, it } from 'vitest';

import { isLimited, limitsText } from './token-list';

const names = new Map([
  ['1', 'Leases'],
  ['2', 'Readers'],
]);

it('names corpora and teams', () => expect(limitsText({ corpora: ['1'], teams: ['2'] }, names)).toBe('only Leases, Readers'));
it('counts what was deleted', () => expect(limitsText({ corpora: ['1', '3'], teams: [] }, names)).toBe('only Leases, 1 deleted'));
it('is not limited without any', () => expect(isLimited({ corpora: [], teams: [] })).toBe(false));
