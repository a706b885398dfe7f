import { expect, it } from 'vitest';

import { withTexts } from './waiting-texts';

const items = [
  { uuid: 'a', title: 'Lease', version: '1' },
  { uuid: 'b', title: 'Invoice', version: '1' },
];

it('shows the last change of each object', () => {
  const edits = [{ uuid: 'a', change: { title: 'Harbour' } }, { uuid: 'a', change: { title: 'Harbour Street' } }];
  expect(withTexts(items, edits)).toEqual([{ uuid: 'a', title: 'Harbour Street', version: '1' }, items[1]]);
});

it('returns the same list if none of its objects is changed', () => {
  expect(withTexts(items, [{ uuid: 'c', change: { title: 'Other' } }])).toBe(items);
});
