import { expect, it } from 'vitest';

import { filterOf, textOf } from './review-filter';

const DOCUMENT = '01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a';

it('reads what it writes', () => {
  const filter = { state: 'APPROVED', kind: 'CELL', document: DOCUMENT } as const;
  expect(textOf(filter)).toBe(`APPROVED CELL ${DOCUMENT}`);
  expect(filterOf(textOf(filter))).toEqual(filter);
});

it('takes pending proposals of all documents, and drops unknown words', () => {
  expect(filterOf(undefined)).toEqual({ state: 'PENDING', kind: undefined, document: undefined });
  expect(filterOf('LOST toString 01990c6e')).toEqual({ state: 'PENDING', kind: undefined, document: undefined });
});
