import { describe, expect, it } from 'vitest';

import type { Selection, Words } from '@/features/annotations/model/selection';
import { LABEL_HUES } from '@/lib/label-hues';

import { colorsOf, USER_COLORS } from '../components/presence-parts';
import { delayAfter, isSameSelection, reportedSelection } from '../components/present-users';

const WORDS: Words = { pageCount: 9, countOn: () => 100, peek: () => undefined };
const PAPER = '#ffffff';
const DARK_PAPER = '#1f2023';
const OWN_SELECTION = '#2f6fe0';

const select = (from: [number, number], to: [number, number]): Selection => ({ anchor: { page: from[0], token: from[1] }, head: { page: to[0], token: to[1] } });

const channels = (color: string) => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255).map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const curve = (value: number) => (value > 0.008_856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);

/** CIELAB, D65 */
function lab(color: string): number[] {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47);
  const y = curve(luminance(color));
  const z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: string, b: string) => Math.hypot(...lab(a).map((value, index) => value - (lab(b)[index] ?? 0)));

describe('reported selection', () => {
  it('has one range for each page, in their order', () => {
    expect(reportedSelection(select([2, 7], [1, 90]), WORDS)).toEqual([
      { page: 1, first: 90, last: 99 },
      { page: 2, first: 0, last: 7 },
    ]);
  });

  it('has at most five pages', () => {
    expect(reportedSelection(select([1, 0], [9, 99]), WORDS).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is empty for the caret', () => {
    expect(reportedSelection(select([1, 4], [1, 4]), WORDS)).toEqual([]);
    expect(reportedSelection(null, WORDS)).toEqual([]);
  });

  it('has a single word that is selected', () => {
    expect(reportedSelection({ ...select([1, 4], [1, 4]), isWord: true }, WORDS)).toEqual([{ page: 1, first: 4, last: 4 }]);
  });

  it('is compared by its words and its box', () => {
    const span = { page: 1, first: 2, last: 3 };
    const box = { page: 1, left: 0, top: 0.1, right: 0.2, bottom: 0.3 };
    const words = (...selection: (typeof span)[]) => ({ selection, box: null });
    expect(isSameSelection(words(span), words({ ...span }))).toBe(true);
    expect(isSameSelection(words(span), words({ ...span, last: 4 }))).toBe(false);
    expect(isSameSelection(words(span), words())).toBe(false);
    expect(isSameSelection(words(), words(span))).toBe(false);
    expect(isSameSelection({ ...words(), box }, { ...words(), box: { ...box } })).toBe(true);
    expect(isSameSelection({ ...words(), box }, { ...words(), box: { ...box, right: 0.4 } })).toBe(false);
    expect(isSameSelection({ ...words(), box }, words())).toBe(false);
  });

  it('is sent at most every 500 ms', () => {
    expect(delayAfter(1_000, 1_100)).toBe(400);
    expect(delayAfter(1_000, 9_000)).toBe(60);
  });
});

describe('colours of users', () => {
  it('are different for each user, and the same in every browser', () => {
    const ids = ['a', 'g', 'm', 'b'];
    const colors = colorsOf(ids);
    expect(new Set(colors.values()).size).toBe(ids.length);
    expect(colorsOf(ids.toReversed())).toEqual(colors);
  });

  it('are used again for more users than colours', () => {
    expect(colorsOf(Array.from({ length: 9 }, (_, index) => `user-${index}`)).size).toBe(9);
  });

  it.each(USER_COLORS)('$light is legible on paper and $dark on dark paper', ({ light, dark }) => {
    expect(contrast(light, PAPER)).toBeGreaterThan(4.5);
    expect(contrast(dark, DARK_PAPER)).toBeGreaterThan(4.5);
  });

  it.each(USER_COLORS)('$light and $dark differ from labels and the own selection', ({ light, dark }) => {
    for (const other of [...LABEL_HUES.map(({ color }) => color), OWN_SELECTION]) {
      expect(distance(light, other)).toBeGreaterThan(20);
      expect(distance(dark, other)).toBeGreaterThan(20);
    }
  });

  it('differ from each other', () => {
    for (const a of USER_COLORS) {
      for (const b of USER_COLORS.filter((each) => each !== a)) {
        expect(distance(a.light, b.light)).toBeGreaterThan(20);
        expect(distance(a.dark, b.dark)).toBeGreaterThan(15);
      }
    }
  });
});
