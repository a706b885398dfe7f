// The pictures of a page, as the parser has found them.
import type { PageInfo } from './layout';

/** A part of a page, in fractions of its size. */
export interface PictureBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A picture of more than this part of the page is a scan, which is read as text. */
const MOST = 0.8;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export function picturesOn(page: Pick<PageInfo, 'width' | 'height'>, items: readonly { kind: string; box: readonly number[] | null }[]): PictureBox[] {
  return items.flatMap(({ kind, box }) => {
    const [x0, y0, x1, y1] = box ?? [];
    if (kind !== 'FIGURE' || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return [];
    const [left, top] = [clamp(x0 / page.width), clamp(y0 / page.height)];
    const [width, height] = [clamp(x1 / page.width) - left, clamp(y1 / page.height) - top];
    return width > 0 && height > 0 && width * height <= MOST ? [{ left, top, width, height }] : [];
  });
}
