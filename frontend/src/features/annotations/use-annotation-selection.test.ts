import { describe, expect, it } from 'vitest';

import { isNothing, marksAfter } from './use-annotation-selection';

const rows = (...uuids: string[]) => uuids.map((uuid) => ({ uuid }));

describe('marked rows', () => {
  it('are the selected ones', () => {
    expect(marksAfter({ all: false, uuids: new Set() }, rows('a', 'b', 'c'), new Set(['a', 'c']))).toEqual(new Set(['a', 'c']));
    expect(marksAfter({ all: false, uuids: new Set(['a', 'c']) }, rows('a', 'b', 'c'), new Set(['c']))).toEqual(new Set(['c']));
  });

  it('are the ones that are left out, if all are selected', () => {
    expect(marksAfter({ all: true, uuids: new Set() }, rows('a', 'b', 'c'), new Set(['a', 'c']))).toEqual(new Set(['b']));
    expect(marksAfter({ all: true, uuids: new Set(['b']) }, rows('a', 'b', 'c'), new Set(['a', 'b', 'c']))).toEqual(new Set());
  });

  it.each([true, false])('stay if they are not loaded any more (all: %s)', (all) => {
    const marked = marksAfter({ all, uuids: new Set(['z']) }, rows('a', 'b'), all ? new Set(['a']) : new Set(['b']));
    expect(marked).toEqual(new Set(['z', 'b']));
  });
});

it.each([
  [false, [], 7, true],
  [false, ['a'], 7, false],
  [true, [], 7, false],
  [true, ['a', 'b'], 7, false], // all loaded rows, but not the others
  [true, ['a', 'b'], 2, true],
])('with all: %s and the marks %j, nothing of %i rows is selected: %s', (all, uuids, total, expected) => {
  expect(isNothing({ all, uuids: new Set(uuids) }, total)).toBe(expected);
});
