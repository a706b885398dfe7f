// Rotation of pages in quarter turns. Words, boxes and marks keep the coordinates of the page as it is in the file.
import type { Rect } from './token-page';

/** quarter turns clockwise */
export type Turn = 0 | 1 | 2 | 3;

export interface Turns {
  /** of all pages */
  document: Turn;
  /** of single pages, in addition */
  pages: Readonly<Record<number, Turn>>;
}

interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export const NO_TURNS: Turns = { document: 0, pages: {} };

const QUARTERS = 4;

export const addTurns = (a: number, b: number) => ((((a + b) % QUARTERS) + QUARTERS) % QUARTERS) as Turn;

export const turnOf = ({ document, pages }: Turns, page: number): Turn => addTurns(document, pages[page] ?? 0);

export const isTurned = ({ document, pages }: Turns) => document !== 0 || Object.keys(pages).length > 0;

export const turnDocument = (turns: Turns, by: number): Turns => ({ ...turns, document: addTurns(turns.document, by) });

export function turnPage({ document, pages }: Turns, page: number, by: number): Turns {
  const turn = addTurns(pages[page] ?? 0, by);
  const others = Object.entries(pages).filter(([number]) => Number(number) !== page);
  return { document, pages: Object.fromEntries(turn === 0 ? others : [...others, [page, turn]]) };
}

/** Return the size of a page as it is shown. */
export const turnedSize = ({ width, height }: Size, turn: Turn): Size => (turn % 2 === 0 ? { width, height } : { width: height, height: width });

/** Return where a rectangle of a page is shown. Both are in fractions: of the page, and of the page as it is shown. */
export function turnRect({ x, y, width, height }: Rect, turn: Turn): Rect {
  switch (turn) {
    case 0:
      return { x, y, width, height };
    case 1:
      return { x: 1 - y - height, y: x, width: height, height: width };
    case 2:
      return { x: 1 - x - width, y: 1 - y - height, width, height };
    case 3:
      return { x: y, y: 1 - x - width, width: height, height: width };
  }
}

/** Return the point of the page at a point of the page as it is shown, both in fractions. */
export function unturnPoint({ x, y }: Point, turn: Turn): Point {
  switch (turn) {
    case 0:
      return { x, y };
    case 1:
      return { x: y, y: 1 - x };
    case 2:
      return { x: 1 - x, y: 1 - y };
    case 3:
      return { x: 1 - y, y: x };
  }
}

/** Transforms of a sheet whose origin is its top left corner. */
const TRANSFORMS = [undefined, 'rotate(90deg) translateY(-100%)', 'rotate(180deg) translate(-100%, -100%)', 'rotate(270deg) translateX(-100%)'] as const;

export const turnTransform = (turn: Turn) => TRANSFORMS[turn];

const turnOfElement = (page: HTMLElement) => addTurns(Number(page.dataset['turn'] ?? 0), 0);

/** Return the size in pixels of the page (as it is in the file) of an element with `data-page`, and the point of it at a point of the window. */
export function pointOnPage(page: HTMLElement, { x, y }: Point): { point: Point; size: Size } {
  const turn = turnOfElement(page);
  const box = page.getBoundingClientRect();
  const size = turnedSize(box, turn);
  const shown = { x: (x - box.left) / box.width, y: (y - box.top) / box.height };
  const point = unturnPoint(shown, turn);
  return { point: { x: point.x * size.width, y: point.y * size.height }, size };
}
