import { describe, expect, it } from 'vitest';

import type { Rect } from '@/features/viewer/model/token-page';

import { fillsOfBoxes } from './box-fills';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const SIZE = 20;

/** Return the colours at each point, from the top left to the bottom right. */
function colorsAt(fills: readonly { color: string; rect: Rect }[]): string[] {
  return Array.from({ length: SIZE * SIZE }, (_, index) => {
    const [x, y] = [(index % SIZE) + 0.5, Math.floor(index / SIZE) + 0.5];
    return fills.filter((fill) => fill.rect.x < x && x < fill.rect.x + fill.rect.width && fill.rect.y < y && y < fill.rect.y + fill.rect.height).map(({ color }) => color).join('');
  });
}

const BOXES = [
  { color: 'a', rect: rect(0, 0, 20, 20) },
  { color: 'b', rect: rect(5, 5, 10, 10) },
  { color: 'c', rect: rect(12, 3, 6, 6) },
];
const WORDS = [rect(2, 6, 16, 1), rect(7, 13, 4, 3)];

describe('the fills of boxes', () => {
  it('never mix, with those of words and of each other', () => {
    const colors = colorsAt([...fillsOfBoxes(BOXES, WORDS), ...WORDS.map((word) => ({ color: 'w', rect: word }))]);
    expect(colors.filter((color) => color.length !== 1)).toEqual([]);
  });

  it('are those of the smallest box', () => {
    const colors = colorsAt(fillsOfBoxes(BOXES, []));
    const at = (x: number, y: number) => colors[y * SIZE + x];
    expect([at(1, 1), at(6, 6), at(13, 6), at(17, 4)]).toEqual(['a', 'b', 'c', 'c']);
  });

  it('are those of the box that is being drawn', () => {
    const colors = colorsAt(fillsOfBoxes([...BOXES, { color: 'd', rect: rect(0, 0, 20, 19), isTop: true }], []));
    expect([colors[6 * SIZE + 6], colors.at(-1)]).toEqual(['d', 'a']);
  });

  it('of a box under another one is none', () => {
    expect(fillsOfBoxes([{ rect: rect(0, 0, 5, 5) }], [rect(0, 0, 9, 9)])).toEqual([]);
  });
});
