import { describe, expect, it } from 'vitest';

import { rangeRects, UNIT, type TokenPage } from '@/features/viewer/model/token-page';
import { makeAnnotation } from '@/testing/annotations';
import { makeLines, WORDS } from '@/testing/token-pages';

import type { Annotation } from './annotation';
import { marksOf, placeOfNumber, strokeOf, type Room } from './marks';

/** Return a coordinate in a column of a third of the page. */
const narrow = (x: number) => x * 0.33;

const colored = (annotation: Annotation, color: string): Annotation => ({ ...annotation, label: { ...annotation.label, color } });
const four = ['#111111', '#222222', '#333333', '#444444'].map((color, index) => colored(makeAnnotation(color, [{ page: 1, first: 5, last: 40 - index }]), color));

describe('fills', () => {
  it('give each word one colour: that of the shortest annotation', () => {
    const long = colored(makeAnnotation('long', [{ page: 1, first: 0, last: 8 }]), '#aaaaaa');
    const short = colored(makeAnnotation('short', [{ page: 1, first: 3, last: 4 }]), '#bbbbbb');
    const { fills } = marksOf([long, short], makeLines(1.2), 1);
    expect(fills.map(({ color }) => color)).toEqual(['#aaaaaa', '#bbbbbb', '#aaaaaa']);
    const edges = fills.map(({ rect }) => [rect.x, rect.x + rect.width]);
    for (const [index, [, right]] of edges.slice(0, -1).entries()) expect(right).toBeLessThanOrEqual(edges[index + 1]?.[0] ?? 0);
  });

  it('are those of the page only', () => {
    expect(marksOf([makeAnnotation('a', [{ page: 2, first: 0, last: 8 }])], makeLines(1.2), 1).fills).toEqual([]);
  });
});

describe('underlines', () => {
  it('of overlapping annotations are in different rows, by line', () => {
    const list = [makeAnnotation('a', [{ page: 1, first: 0, last: 12 }]), makeAnnotation('b', [{ page: 1, first: 3, last: 4 }])];
    const { underlines } = marksOf(list, makeLines(1.2), 1);
    expect(underlines.map(({ row, rows }) => [row, rows])).toEqual([
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });

  it.each([450, 792, 1188])('never touch the line below on dense text, %i pixels high', (height) => {
    for (const spacing of [0.95, 1, 1.05, 1.15, 1.3, 2]) {
      const page = makeLines(spacing);
      const { underlines } = marksOf(four, page, 1);
      for (const underline of underlines) {
        const { y, thickness } = strokeOf(underline, height);
        const bottom = underline.rect.y + underline.rect.height;
        const below = (bottom + underline.gap) * height;
        expect(y + thickness).toBeLessThanOrEqual(below + 0.01);
        expect(y).toBeGreaterThan(underline.rect.y * height);
      }
    }
  });

  it.each([450, 792, 1188])('never strike through the words of their own line, %i pixels high', (height) => {
    for (const spacing of [1, 1.05, 1.15, 1.3, 2]) {
      for (const underline of marksOf(four, makeLines(spacing), 1).underlines) {
        const { y, thickness } = strokeOf(underline, height);
        const { rect } = underline;
        // Four hairlines need more than the tails of characters of 9 pixels have.
        expect(y).toBeGreaterThanOrEqual((rect.y + rect.height * 0.83) * height - 0.3);
        expect(thickness).toBeGreaterThanOrEqual(0.4);
      }
    }
  });

  it('do not cover each other', () => {
    for (const spacing of [1, 1.3, 2]) {
      const ofFirstLine = marksOf(four, makeLines(spacing), 1).underlines.slice(0, 4);
      const strokes = ofFirstLine.map((underline) => strokeOf(underline, 792)).toSorted((a, b) => a.y - b.y);
      for (const [index, { y, thickness }] of strokes.slice(0, -1).entries()) expect(strokes[index + 1]?.y).toBeGreaterThanOrEqual(y + thickness);
    }
  });
});

const suggest = (id: string, first: number, last: number): Annotation => ({ ...makeAnnotation(id, [{ page: 1, first, last }]), review: 'PENDING' });

describe('suggestions', () => {
  it('have an outline, which is marked as that of a suggestion', () => {
    const { underlines } = marksOf([suggest('suggestion', 0, 2), makeAnnotation('human', [{ page: 1, first: 4, last: 5 }])], makeLines(1.2), 1);
    expect(underlines.map(({ suggested, outlined }) => [suggested, outlined])).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('have an underline in a row of its own where they overlap another', () => {
    const { underlines } = marksOf([suggest('a', 0, 2), suggest('b', 0, 2), suggest('c', 4, 5)], makeLines(1.2), 1);
    expect(underlines.map(({ outlined, row }) => [outlined, row])).toEqual([
      [true, 0],
      [false, 1],
      [true, 0],
    ]);
  });
});

describe('annotations beyond the fourth row', () => {
  const six = Array.from({ length: 6 }, (_, index) => colored(makeAnnotation(String(index), [{ page: 1, first: 2, last: 4 }]), `#00000${index}`));

  it('have no underline, but a number beside the line', () => {
    const { underlines, hidden } = marksOf(six, makeLines(1.2), 1);
    expect(underlines.map(({ row }) => row)).toEqual([0, 1, 2, 3]);
    expect(new Set(underlines.map(({ rows }) => rows))).toEqual(new Set([4]));
    expect(hidden).toMatchObject([{ text: '+2', color: '#000004' }]);
    expect(marksOf(four, makeLines(1.2), 1).hidden).toEqual([]);
  });

  it('count once if they have a gap', () => {
    const spans = [
      { page: 1, first: 2, last: 2 },
      { page: 1, first: 4, last: 4 },
    ];
    const { hidden } = marksOf([...six.slice(0, 4), makeAnnotation('gap', spans)], makeLines(1.2), 1);
    expect(hidden.map(({ text }) => text)).toEqual(['+1']);
  });

  const size = { width: 600, height: 800 };
  const placeIn = (...free: Room[]) => placeOfNumber({ text: '+2', color: '#000000', rect: { x: 0.1, y: 0.1, width: 0.4, height: 0.02 }, free }, size);

  it('are numbered after the line, else before it', () => {
    expect(placeIn({ from: 0.5, to: 0.6 }, { from: 0, to: 0.1 }).x).toBeGreaterThan(300);
    const before = placeIn({ from: 0.5, to: 0.51 }, { from: 0, to: 0.1 });
    expect(before.x + before.width).toBeLessThan(60);
    expect(before.height).toBe(11);
  });

  it('are numbered in smaller text, or on their own line, where there is little room', () => {
    const small = placeIn({ from: 0.5, to: 0.525 }, { from: 0.08, to: 0.1 });
    expect(small.height).toBeLessThan(11);
    expect(small.x).toBeGreaterThan(300);
    expect(small.x + small.width).toBeLessThan(315);
    const own = placeIn();
    expect(own.x + own.width).toBeLessThan(300);
  });

  it('are numbered in the margin of columns between others, where no line is', () => {
    const page = makeLines(0.9); // the boxes of lines overlap
    const columns: TokenPage = { ...page, x: page.x.map((x, index) => narrow(x) + (index < 30 ? 0.32 * UNIT : 0)), w: page.w.map(narrow), y: page.y.map((y, index) => y - (index < 30 ? 0 : 3 * 0.018 * UNIT)) };
    const { hidden } = marksOf(six, columns, 1);
    const lines = [0, 1, 2, 3, 4, 5].flatMap((line) => rangeRects(columns, { first: line * WORDS, last: line * WORDS + 9 }));
    expect(hidden).toHaveLength(1);
    for (const each of hidden) {
      const { x, y, width, height } = placeOfNumber(each, size);
      const touched = lines.filter((line) => line.x * 600 < x + width && x < (line.x + line.width) * 600 && line.y * 800 < y + height && y < (line.y + line.height) * 800);
      expect(touched).toEqual([]);
      expect(x).toBeGreaterThan(0);
      expect(x + width).toBeLessThan(600);
    }
  });
});
