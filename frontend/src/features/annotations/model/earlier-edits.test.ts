import { describe, expect, it, vi } from 'vitest';

import { editsToUndo, historyOf, type EarlierEdit } from './earlier-edits';

const edit = (group: string, isUndone = false): EarlierEdit => ({
  group,
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

const edits = (count: number, group: string, isUndone = false) => Array.from({ length: count }, () => edit(group, isUndone));

/** a server with pages of 50 edits */
const serverOf = (all: readonly EarlierEdit[]) =>
  vi.fn(async (after: string | null) => {
    const start = Number(after ?? 0);
    return { edges: all.slice(start, start + 50).map((node) => ({ node })), pageInfo: { hasNextPage: start + 50 < all.length, endCursor: String(start + 50) } };
  });

const groupsOf = ({ past, future }: ReturnType<typeof historyOf>) => [past.map(({ group }) => group), future.map(({ group }) => group)];

const NONE: ReadonlySet<string> = new Set();

describe('edits to undo', () => {
  it('are looked for behind a large group that was undone', async () => {
    const load = serverOf([...edits(120, 'b', true), edit('a')]);
    const history = historyOf(await editsToUndo(load, NONE), NONE);
    expect(groupsOf(history)).toEqual([['a'], ['b']]);
    expect(history.future[0]?.text).toBe('Moved a document to “Leases” and 119 others');
    expect(load).toHaveBeenCalledTimes(3);
  });

  it('are all of a group', async () => {
    const history = historyOf(await editsToUndo(serverOf([...edits(70, 'b'), ...edits(90, 'a')]), NONE), NONE);
    expect(history.past.at(-1)?.text).toBe('Moved a document to “Leases” and 69 others');
  });

  it('are looked for behind refused ones', async () => {
    const refused = new Set(['b']);
    expect(groupsOf(historyOf(await editsToUndo(serverOf([...edits(60, 'b'), edit('a')]), refused), refused))).toEqual([['a'], []]);
  });

  it.each([
    ['the first page has one', [edit('b'), ...edits(500, 'a')], 1],
    ['there are no more', edits(75, 'a', true), 2],
    ['there are none', [], 1],
    ['there are too many', edits(5_000, 'a', true), 20],
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
