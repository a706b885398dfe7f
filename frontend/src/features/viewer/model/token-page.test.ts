import { describe, expect, it } from 'vitest';

import { encodeTokens, pageOfLines } from '@/testing/token-pages';

import { lineRange, nearestToken, parseTokenPage, rangeRects, textOf, tokensWithin } from './token-page';

const word = (x: number, y: number, start: number) => ({ text: 'w', x, y, w: 0.05, h: 0.02, start });

const SIZE = { width: 1000, height: 1000 };

describe('the binary format of token pages', () => {
  it('contains texts, offsets and coordinates', () => {
    const page = parseTokenPage(encodeTokens([{ text: 'naïve', x: 0.5, y: 0.25, w: 0.1, h: 0.02, start: 7 }], 300));
    expect(page.texts).toEqual(['naïve']);
    expect([page.count, page.textStart, page.start[0]]).toEqual([1, 300, 7]);
    expect([page.x[0], page.y[0]]).toEqual([32_768, 16_384]);
  });

  it('can be empty', () => {
    const page = parseTokenPage(encodeTokens([]));
    expect([page.count, page.texts, page.lines.length]).toEqual([0, [], 0]);
    expect(nearestToken(page, { x: 5, y: 5 }, SIZE)).toBeNull();
  });

  it('rejects other data', () => {
    expect(() => parseTokenPage(new TextEncoder().encode('<html></html>....').buffer)).toThrow('not a page of tokens');
  });
});

describe('lines', () => {
  it('are found by the heights of words', () => {
    const page = pageOfLines(['one two three', 'four five', 'six']);
    expect([...page.lines]).toEqual([0, 3, 5]);
    expect(lineRange(page, 1)).toEqual({ first: 3, last: 4 });
  });

  it('include raised and lowered words', () => {
    const page = parseTokenPage(encodeTokens([word(0.1, 0.1, 0), word(0.2, 0.095, 1), word(0.3, 0.1, 2)]));
    expect([...page.lines]).toEqual([0]);
  });

  it('start again at the top of the next column', () => {
    const page = parseTokenPage(encodeTokens([word(0.1, 0.1, 0), word(0.1, 0.9, 1), word(0.6, 0.1, 2)]));
    expect([...page.lines]).toEqual([0, 1, 2]);
  });
});

describe('rectangles of a range', () => {
  const page = pageOfLines(['one two three', 'four five six']);

  it('join the words of a line', () => {
    const [rect, ...more] = rangeRects(page, { first: 0, last: 1 });
    expect(more).toEqual([]);
    expect(rect?.x).toBeCloseTo(0, 3);
    expect(rect?.width).toBeCloseTo(0.18, 3);
  });

  it('are one per line', () => {
    const rects = rangeRects(page, { first: 2, last: 4 });
    expect(rects.map((rect) => Number(rect.x.toFixed(2)))).toEqual([0.2, 0]);
  });

  it('are limited to the page', () => {
    expect(rangeRects(page, { first: -3, last: 99 })).toHaveLength(2);
  });
});

describe('the word nearest to the pointer', () => {
  const page = pageOfLines(['one two three', 'four five']);

  it.each([
    [{ x: 140, y: 10 }, 1], // inside
    [{ x: 185, y: 10 }, 1], // in the gap, nearer to the word before
    [{ x: 900, y: 12 }, 2], // right of the line: its last word
    [{ x: 130, y: 48 }, 4], // just above the second line
  ])('%j is token %i', (point, token) => {
    expect(nearestToken(page, point, SIZE)?.token).toBe(token);
  });

  it('has its distance', () => {
    expect(nearestToken(page, { x: 140, y: 10 }, SIZE)?.distance).toBe(0);
    expect(nearestToken(page, { x: 100, y: 170 }, SIZE)?.distance).toBeCloseTo(100, 0);
  });
});

describe('tokens within a range of text', () => {
  const page = pageOfLines(['one two', 'three'], 100);

  it.each([
    [104, 107, { first: 1, last: 1 }],
    [102, 109, { first: 0, last: 2 }], // words that are cut at the ends are included
    [103, 104, null], // the space between two words
    [0, 100, null], // ends where the page starts
  ])('%i to %i', (from, to, range) => {
    expect(tokensWithin(page, from, to)).toEqual(range);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(tokensWithin(pageOfLines(['𝔘𝔫𝔦 two']), 4, 7)).toEqual({ first: 1, last: 1 });
    expect(tokensWithin(pageOfLines(['𝔘𝔫𝔦 two']), 3, 4)).toBeNull();
  });
});

it('text contains line breaks', () => {
  expect(textOf(pageOfLines(['one two', 'three four']), { first: 1, last: 2 })).toBe('two\nthree');
});
