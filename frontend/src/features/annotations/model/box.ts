// Boxes on pages. Their sides are fractions of the width and height of the page.
import { UNIT, type Rect, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

export interface PageBox {
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A point on a page, in fractions. */
export interface PagePoint {
  page: number;
  x: number;
  y: number;
}

/** A corner or side of a box, by compass points; empty: the whole box. */
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | '';

export const HANDLES: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

const MIN_SIDE = 0.005;
const DIGITS = 1e5;

const limit = (value: number, from: number, to: number) => Math.round(Math.min(to, Math.max(from, value)) * DIGITS) / DIGITS;

/** Return the box between two points; it ends at the edges of the page. */
export function boxBetween(from: PagePoint, to: PagePoint): PageBox {
  const [left, right] = [limit(Math.min(from.x, to.x), 0, 1 - MIN_SIDE), limit(Math.max(from.x, to.x), 0, 1)];
  const [top, bottom] = [limit(Math.min(from.y, to.y), 0, 1 - MIN_SIDE), limit(Math.max(from.y, to.y), 0, 1)];
  return { page: from.page, left, top, right: Math.max(right, limit(left + MIN_SIDE, 0, 1)), bottom: Math.max(bottom, limit(top + MIN_SIDE, 0, 1)) };
}

/** Return the smallest box around rectangles; null without any. */
export function boxAround(page: number, rects: readonly Rect[]): PageBox | null {
  if (rects.length === 0) return null;
  const from = { page, x: Math.min(...rects.map(({ x }) => x)), y: Math.min(...rects.map(({ y }) => y)) };
  return boxBetween(from, { page, x: Math.max(...rects.map((rect) => rect.x + rect.width)), y: Math.max(...rects.map((rect) => rect.y + rect.height)) });
}

export const rectOf = ({ left, top, right, bottom }: PageBox): Rect => ({ x: left, y: top, width: right - left, height: bottom - top });

/** Move a box, or one of its corners or sides. It keeps on the page, and does not turn over. */
export function dragBox(box: PageBox, handle: Handle, dx: number, dy: number): PageBox {
  if (handle === '') {
    const [right, down] = [limit(dx, -box.left, 1 - box.right), limit(dy, -box.top, 1 - box.bottom)];
    const { page } = box;
    return { page, left: limit(box.left + right, 0, 1), top: limit(box.top + down, 0, 1), right: limit(box.right + right, 0, 1), bottom: limit(box.bottom + down, 0, 1) };
  }
  const moved = { ...box };
  if (handle.includes('w')) moved.left = limit(box.left + dx, 0, box.right - MIN_SIDE);
  if (handle.includes('e')) moved.right = limit(box.right + dx, box.left + MIN_SIDE, 1);
  if (handle.includes('n')) moved.top = limit(box.top + dy, 0, box.bottom - MIN_SIDE);
  if (handle.includes('s')) moved.bottom = limit(box.bottom + dy, box.top + MIN_SIDE, 1);
  return moved;
}

const STEP = 0.01;
const FINE_STEP = 0.001;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the box after an arrow key: it moves, with Shift its end moves, with Control in small steps. Null for other keys. */
export function boxAfterKey(box: PageBox, { key, shiftKey, ctrlKey, metaKey }: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): PageBox | null {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const step = ctrlKey || metaKey ? FINE_STEP : STEP;
  return dragBox(box, shiftKey ? 'se' : '', arrow[0] * step, arrow[1] * step);
}

export const containsPoint = (box: PageBox, { page, x, y }: PagePoint) => box.page === page && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

export const areaOf = ({ left, top, right, bottom }: PageBox) => (right - left) * (bottom - top);

const FIELDS = ['page', 'left', 'top', 'right', 'bottom'] as const;

export const isSameBox = (one: PageBox | null, other: PageBox | null) => FIELDS.every((field) => one?.[field] === other?.[field]);

/** Return the words whose middle is inside a box, as ranges of neighbouring words. */
export function wordsInside({ count, x, y, w, h }: TokenPage, { left, top, right, bottom }: PageBox): TokenRange[] {
  const ranges: TokenRange[] = [];
  for (let index = 0; index < count; index++) {
    const middle = { x: ((x[index] ?? 0) + (w[index] ?? 0) / 2) / UNIT, y: ((y[index] ?? 0) + (h[index] ?? 0) / 2) / UNIT };
    if (middle.x < left || middle.x > right || middle.y < top || middle.y > bottom) continue;
    const last = ranges.at(-1);
    if (last?.last === index - 1) last.last = index;
    else ranges.push({ first: index, last: index });
  }
  return ranges;
}
