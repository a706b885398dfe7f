import { expect, it } from 'vitest';

import type { Annotation } from './annotation';
import { withLastModified } from './last-modified';

const annotation = (uuid: string, modified: string): Annotation => ({
  uuid,
  modified,
  label: { id: 'l', name: 'Party', color: '#123456' },
  page: 1,
  spans: [{ page: 1, first: 0, last: 0 }],
  box: null,
  quote: '',
  note: '',
  version: 'v',
  confidence: 1,
  source: 'HUMAN',
  review: null,
  creator: null,
  created: '',
});

const known = [annotation('a', '1'), annotation('b', '2'), annotation('c', '3')];

it('a list of which nothing was modified stays the same object', () => {
  expect(withLastModified(known, { annotations: [annotation('c', '3'), annotation('b', '2')], total: 3 })).toBe(known);
});

it('changed and new annotations are merged, and others keep their identity', () => {
  const list = withLastModified(known, { annotations: [annotation('d', '5'), annotation('b', '4'), annotation('c', '3')], total: 4 });
  expect(list?.map(({ uuid, modified }) => uuid + (modified ?? ''))).toEqual(['a1', 'b4', 'c3', 'd5']);
  expect(list?.[0]).toBe(known[0]);
});

it.each([
  ['one was removed', [annotation('c', '3')], 2],
  ['one was removed and another one added', [annotation('d', '4'), annotation('c', '3')], 3],
  ['all that were sent have changed, so that others may have', [annotation('d', '5'), annotation('c', '4')], 4],
])('the list has to be loaded again if %s', (_reason, annotations, total) => {
  expect(withLastModified(known, { annotations, total })).toBeNull();
});

it('all may have changed if all of them were sent', () => {
  expect(withLastModified([annotation('a', '1')], { annotations: [annotation('a', '2')], total: 1 })).toEqual([annotation('a', '2')]);
  expect(withLastModified([], { annotations: [], total: 0 })).toEqual([]);
});
