import { expect, it } from 'vitest';

import { RecentMap } from './page-previews';

it('the entry that was not used for the longest time is dropped', () => {
  const map = new RecentMap<number, string>(2);
  map.set(1, 'one');
  map.set(2, 'two');
  expect(map.get(1)).toBe('one');
  map.set(3, 'three');
  expect([map.has(1), map.has(2), map.has(3)]).toEqual([true, false, true]);
});

it('an entry that is set again is the newest one, and takes the place of its former value', () => {
  const map = new RecentMap<number, string>(2);
  map.set(1, 'one');
  map.set(2, 'two');
  map.set(1, 'uno');
  map.set(3, 'three');
  expect([map.get(1), map.get(2), map.get(3)]).toEqual(['uno', undefined, 'three']);
});
