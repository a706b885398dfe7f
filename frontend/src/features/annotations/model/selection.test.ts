import { describe, expect, it } from 'vitest';

import type { TokenPage } from '@/features/viewer/model/token-page';
import { pageOfLines } from '@/testing/token-pages';

import { caretAt, caretBeside, isCaret, lineEnd, missingForLineStep, partsOf, selectionOf, spansOf, stepLine, stepWord, togglePart, type Selection, type Words } from './selection';

function wordsOf(pages: readonly (TokenPage | number)[]): Words {
  const at = (page: number) => pages[page - 1];
  return {
    pageCount: pages.length,
    countOn: (page) => {
      const entry = at(page);
      return typeof entry === 'number' ? entry : (entry?.count ?? 0);
    },
    peek: (page) => {
      const entry = at(page);
      return typeof entry === 'number' ? undefined : entry;
    },
  };
}

const FIRST = pageOfLines(['one two three', 'four five', 'six']);
const LAST = pageOfLines(['seven eight', 'nine']);
/** the second page is empty, the fourth is not loaded */
const WORDS = wordsOf([FIRST, 0, LAST, 12]);

describe('spans of a selection', () => {
  it('are the same in both directions', () => {
    const [a, b] = [{ page: 1, token: 1 }, { page: 1, token: 4 }];
    expect(spansOf({ anchor: b, head: a }, WORDS)).toEqual(spansOf({ anchor: a, head: b }, WORDS));
  });

  it('cross page breaks and skip pages without words', () => {
    expect(spansOf({ anchor: { page: 1, token: 4 }, head: { page: 4, token: 2 } }, WORDS)).toEqual([
      { page: 1, first: 4, last: 5 },
      { page: 3, first: 0, last: 2 },
      { page: 4, first: 0, last: 2 },
    ]);
  });
});

const span = (page: number, first: number, last: number) => ({ page, first, last });
const between = (first: number, last: number): Selection => ({ anchor: { page: 1, token: first }, head: { page: 1, token: last } });

describe('parts of a selection', () => {
  it('are separated by words, not by page breaks', () => {
    expect(partsOf([span(1, 0, 1), span(1, 3, 5), span(3, 0, 0), span(3, 2, 2)], WORDS)).toEqual([[span(1, 0, 1)], [span(1, 3, 5), span(3, 0, 0)], [span(3, 2, 2)]]);
  });

  it('are selected in order, without the caret', () => {
    const selection = { ...between(4, 5), parts: [span(1, 0, 1)] };
    expect(spansOf(selection, WORDS)).toEqual([span(1, 0, 1), span(1, 4, 5)]);
    expect(spansOf({ ...between(0, 0), parts: [span(1, 2, 3)] }, WORDS)).toEqual([span(1, 2, 3)]);
    expect(spansOf({ ...between(1, 2), parts: [span(1, 3, 3)] }, WORDS)).toEqual([span(1, 1, 3)]);
    expect(isCaret({ ...between(0, 0), parts: [span(1, 2, 3)] })).toBe(false);
  });

  it('become a selection again', () => {
    const spans = [span(1, 0, 1), span(1, 4, 5), span(3, 0, 1)];
    expect(spansOf(selectionOf(spans, WORDS) ?? caretAt({ page: 1, token: 0 }), WORDS)).toEqual(spans);
    expect(selectionOf([span(1, 4, 5), span(3, 0, 1)], WORDS)).toEqual({ anchor: { page: 1, token: 4 }, head: { page: 3, token: 1 } });
    expect(selectionOf([], WORDS)).toBeNull();
  });

  it('are kept while the caret moves on', () => {
    const kept = togglePart(between(0, 1), WORDS);
    expect(kept).toEqual({ ...caretAt({ page: 1, token: 1 }), parts: [span(1, 0, 1)] });
    expect(spansOf(caretBeside(kept, { page: 1, token: 4 }, WORDS), WORDS)).toEqual([span(1, 0, 1)]);
    expect(caretBeside(between(0, 1), { page: 1, token: 4 }, WORDS)).toEqual(caretAt({ page: 1, token: 4 }));
  });

  it('are added by word and removed as a whole', () => {
    const one = togglePart(caretAt({ page: 1, token: 5 }), WORDS);
    const two = togglePart({ ...between(0, 1), parts: one.parts ?? [] }, WORDS);
    expect(two.parts).toEqual([span(1, 0, 1), span(1, 5, 5)]);
    expect(togglePart({ ...two, ...caretAt({ page: 1, token: 0 }) }, WORDS).parts).toEqual([span(1, 5, 5)]);
  });
});

describe('the caret', () => {
  it.each([
    [{ page: 1, token: 0 }, 1, { page: 1, token: 1 }],
    [{ page: 1, token: 5 }, 1, { page: 3, token: 0 }], // skips the empty page
    [{ page: 3, token: 0 }, -1, { page: 1, token: 5 }],
    [{ page: 1, token: 0 }, -1, { page: 1, token: 0 }], // the start
    [{ page: 4, token: 11 }, 1, { page: 4, token: 11 }], // the end
  ] as const)('moves from %j by word (%i) to %j', (from, direction, to) => {
    expect(stepWord(from, direction, WORDS)).toEqual(to);
  });

  it('moves down a line to the word below', () => {
    expect(stepLine({ page: 1, token: 1 }, 1, WORDS)).toEqual({ page: 1, token: 4 });
    expect(stepLine({ page: 1, token: 2 }, 1, WORDS)).toEqual({ page: 1, token: 4 });
  });

  it('moves from the last line to the first line of the next page with words', () => {
    expect(stepLine({ page: 1, token: 5 }, 1, WORDS)).toEqual({ page: 3, token: 0 });
    expect(stepLine({ page: 3, token: 1 }, -1, WORDS)).toEqual({ page: 1, token: 5 });
  });

  it('needs the next page to be loaded before it can move there', () => {
    expect(missingForLineStep({ page: 3, token: 2 }, 1, WORDS)).toBe(4);
    expect(missingForLineStep({ page: 3, token: 0 }, 1, WORDS)).toBeNull();
    expect(missingForLineStep({ page: 4, token: 0 }, 1, WORDS)).toBe(4);
  });

  it('moves to both ends of its line', () => {
    expect(lineEnd({ page: 1, token: 1 }, 'last', WORDS).token).toBe(2);
    expect(lineEnd({ page: 1, token: 4 }, 'first', WORDS).token).toBe(3);
  });
});
