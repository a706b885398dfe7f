import { describe, expect, it, vi } from 'vitest';

import { editsToUndo, historyOf, type EarlierEdit } from './edit-history';

const edit = (group: string, isUndone = false): EarlierEdit => ({
  group,
  groupSize: 1,
  isUndone,
  kind: 'MOVED',
  subject: 'MEMBERSHIP',
  labelName: '',
  labelBefore: null,
  labelAfter: null,
  quoteAfter: null,
  noteBefore: null,
  noteAfter: null,
  fieldName: null,
  valueBefore: null,
  valueAfter: 'Leases',
});

const edits = (count: number, isUndone = false) => Array.from({ length: count }, (_, index) => edit(String(index), isUndone));

/** a server with pages of 50 edits */
const serverOf = (all: readonly EarlierEdit[]) =>
  vi.fn(async (after: string | null) => {
    const start = Number(after ?? 0);
    return { edges: all.slice(start, start + 50).map((node) => ({ node })), pageInfo: { hasNextPage: start + 50 < all.length, endCursor: String(start + 50) } };
  });

const groupsOf = ({ past, future }: ReturnType<typeof historyOf>) => [past.map(({ group }) => group), future.map(({ group }) => group)];

const NONE: ReadonlySet<string> = new Set();

describe('edits to undo', () => {
  it('are looked for behind many that were undone', async () => {
    const load = serverOf([...edits(120, true), edit('a')]);
    const { past, future } = historyOf(await editsToUndo(load, NONE), NONE);
    expect(past.map(({ group }) => group)).toEqual(['a']);
    expect(future).toHaveLength(120);
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('are looked for behind refused ones', async () => {
    const many = edits(60);
    const refused = new Set(many.map(({ group }) => group));
    expect(groupsOf(historyOf(await editsToUndo(serverOf([...many, edit('a')]), refused), refused))).toEqual([['a'], []]);
  });

  it.each([
    ['the first page has one', edits(500), 1],
    ['there are no more', edits(75, true), 2],
    ['there are none', [], 1],
    ['there are too many', edits(5_000, true), 20],
  ])('are not looked for any more if %s', async (_reason, all, pages) => {
    const load = serverOf(all);
    await editsToUndo(load, NONE);
    expect(load).toHaveBeenCalledTimes(pages);
  });
});

describe('the history of edits', () => {
  it.each([
    ['the newest were undone', [edit('c', true), edit('b', true), edit('a')], NONE, [['a'], ['c', 'b']]],
    ['something was done since', [edit('c'), edit('b', true), edit('a')], NONE, [['a', 'c'], []]],
    ['all were undone', [edit('b', true), edit('a', true)], NONE, [[], ['b', 'a']]],
    ['undoing the newest was refused', [edit('c'), edit('b', true), edit('a')], new Set(['c']), [['a'], ['b']]],
    ['redoing one was refused', [edit('c', true), edit('b', true), edit('a')], new Set(['b']), [['a'], ['c']]],
  ])('if %s', (_reason, all, refused, steps) => {
    expect(groupsOf(historyOf(all, refused))).toEqual(steps);
  });
});
