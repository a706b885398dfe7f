import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Rect } from '@/features/viewer/model/token-page';
import { makeAnnotation } from '@/testing/annotations';
import { makeLines } from '@/testing/token-pages';

import type { Annotation } from '../model/annotation';
import { drawBoxes, marksInPixels, type DrawnBox } from './canvas';

const SIZE = 20;
const rect = (x: number, y: number, width: number, height: number): Rect => ({ x: x / SIZE, y: y / SIZE, width: width / SIZE, height: height / SIZE });
type Area = readonly [x: number, y: number, width: number, height: number];
const drawn = (color: string, [x, y, width, height]: Area, isTop = false): DrawnBox => ({
  box: { page: 1, left: x / SIZE, top: y / SIZE, right: (x + width) / SIZE, bottom: (y + height) / SIZE },
  color,
  strong: false,
  isTop,
});

/** A canvas of some points, each with the colours that were filled since it was cleared. */
class Points {
  readonly colors: string[] = Array.from({ length: SIZE * SIZE }, () => '');
  fillStyle = '';
  globalAlpha = 1;
  readonly at = (x: number, y: number) => this.colors[y * SIZE + x];
  readonly setLineDash = () => undefined;
  readonly strokeRect = () => undefined;
  readonly clearRect = (...area: Area) => this.change(area, () => '');
  readonly fillRect = (...area: Area) => this.change(area, (colors) => colors + this.fillStyle);

  private change([x, y, width, height]: Area, to: (colors: string) => string) {
    for (let row = y; row < y + height; row++) for (let column = x; column < x + width; column++) this.colors[row * SIZE + column] = to(this.at(column, row) ?? '');
  }
}

function draw(boxes: readonly DrawnBox[], words: readonly Rect[] = []): Points {
  const points = new Points();
  drawBoxes(points as unknown as CanvasRenderingContext2D, boxes, words, { width: SIZE, height: SIZE });
  return points;
}

const BOXES = [drawn('c', [12, 3, 6, 6]), drawn('a', [0, 0, 20, 20]), drawn('b', [5, 5, 10, 10])];

beforeEach(() => void vi.stubGlobal('devicePixelRatio', 1));

describe('the fills of boxes', () => {
  it('never mix with each other and those of words', () => {
    const { colors, at } = draw(BOXES, [rect(2, 6, 16, 1), rect(7, 13, 4, 3)]);
    expect(Math.max(...colors.map((color) => color.length))).toBe(1);
    expect([at(3, 6), at(8, 14), at(8, 12)]).toEqual(['', '', 'b']);
  });

  it('are those of the smallest box', () => {
    const { at } = draw(BOXES);
    expect([at(1, 1), at(6, 6), at(13, 6), at(17, 4)]).toEqual(['a', 'b', 'c', 'c']);
  });

  it('are those of the box that is being drawn', () => {
    const { at } = draw([drawn('d', [0, 0, 20, 19], true), ...BOXES]);
    expect([at(6, 6), at(19, 19)]).toEqual(['d', 'a']);
  });
});

const suggestion = (id: string): Annotation => ({ ...makeAnnotation(id, [{ page: 1, first: 0, last: 2 }]), review: 'PENDING' });

describe('the marks of two suggestions of the same words', () => {
  it('are an outline, and dashes below the words', () => {
        const [outline, ...dashes] = marksInPixels([suggestion('a'), suggestion('b')], makeLines(1.2), { number: 1, size: { width: 600, height: 800 } }).filter(({ kind }) => kind !== 'fill');
    expect(outline?.kind).toBe('dashed');
    expect(dashes.length).toBeGreaterThan(1);
    const bottom = (outline?.rect.y ?? 0) + (outline?.rect.height ?? 0);
    for (const dash of dashes) {
      expect(dash.kind).toBe('line');
      expect(dash.rect.width).toBeGreaterThan(0);
      expect(dash.rect.y).toBeGreaterThan(bottom - 3);
    }
  });
});
