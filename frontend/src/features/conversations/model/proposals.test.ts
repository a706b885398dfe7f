import { expect, it } from 'vitest';

import { proposalText } from './proposals';

const proposal = { label: 'Rent', text: '1,200 euros', column: 'Amount' };

it.each([
  ['ANNOTATION', 'Label these words “Rent”'],
  ['RELATION', 'Relate these annotations as “Rent”'],
  ['COMMENT', 'Comment on the document: “1,200 euros”'],
  ['CELL', 'Set “Amount” to “1,200 euros”'],
] as const)('says what a proposal of the kind %s changes', (kind, text) => {
  expect(proposalText({ ...proposal, kind })).toBe(text);
});
