import { expect, it } from 'vitest';

import { moved } from './moved';

const ITEMS = ['a', 'b', 'c'].map((uuid) => ({ uuid }));

it.each([
  ['a', 1, 'bac'],
  ['a', 2, 'bca'],
  ['c', 0, 'cab'],
  ['b', 1, 'abc'],
  ['b', 9, 'acb'],
  ['x', 0, 'abc'], // it was deleted in the meantime
])('%s moves to %i', (uuid, position, order) => {
  expect(moved(ITEMS, uuid, position).map((item) => item.uuid).join('')).toBe(order);
});
