// The positions of all pages at a scale, computed from the page sizes that the server sends.
import { NO_TURNS, turnedSize, turnOf, type Turn, type Turns } from './turns';

export interface PageInfo {
  number: number;
  /** the page label of the file; empty if there is none */
  label: string;
  /** points */
  width: number;
  height: number;
  tokenCount: number;
  /** offsets in the document's text, in code points */
  textStart: number;
  textEnd: number;
  tokensUrl: string;
}

export interface Layout {
  /** the top of each page, and the end of the last one */
  tops: Float64Array;
  scale: number;
  /** width of the widest page */
  width: number;
  height: number;
  turns: Turns;
}

export const GAP = 16;
export const GUTTER = 24;

export function layoutPages(pages: readonly PageInfo[], scale: number, turns = NO_TURNS): Layout {
  const tops = new Float64Array(pages.length + 1);
  let y = GAP;
  let width = 0;
  for (const [index, page] of pages.entries()) {
    tops[index] = y;
    const shown = turnedSize(page, turnOf(turns, page.number));
    y += shown.height * scale + GAP;
    width = Math.max(width, shown.width * scale);
  }
  tops[pages.length] = y;
  return { tops, scale, width, height: y, turns };
}

export interface ShownPage {
  turn: Turn;
  /** in pixels, as the page is shown */
  width: number;
  height: number;
}

/** Return how a page is shown. */
export function shownPage({ scale, turns }: Pick<Layout, 'scale' | 'turns'>, page: PageInfo): ShownPage {
  const turn = turnOf(turns, page.number);
  const { width, height } = turnedSize(page, turn);
  return { turn, width: width * scale, height: height * scale };
}

const topOf = (layout: Layout, index: number) => layout.tops[index] ?? 0;

/** Return the index of the page at a height. The gap below a page belongs to it. */
export function pageAt(layout: Layout, y: number): number {
  let low = 0;
  let high = Math.max(0, layout.tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topOf(layout, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Return the number of the page with an offset (in code points) of the document's text, or undefined. */
export function pageOfText(pages: readonly PageInfo[], offset: number): number | undefined {
  return pages.find(({ textStart, textEnd }) => textStart <= offset && offset < textEnd)?.number;
}

export interface PageWindow {
  first: number;
  last: number;
  /** without the neighbours of the visible pages */
  firstVisible: number;
  lastVisible: number;
}

const NEIGHBOURS = 1;

export function visiblePages(layout: Layout, scrollTop: number, height: number): PageWindow {
  const count = layout.tops.length - 1;
  const firstVisible = pageAt(layout, scrollTop);
  const lastVisible = pageAt(layout, scrollTop + height);
  return { first: Math.max(0, firstVisible - NEIGHBOURS), last: Math.min(count - 1, lastVisible + NEIGHBOURS), firstVisible, lastVisible };
}

/** A scroll position that is independent of the scale. */
export interface Anchor {
  index: number;
  fraction: number;
}

export function anchorAt(layout: Layout, scrollTop: number): Anchor {
  const index = pageAt(layout, scrollTop);
  const top = topOf(layout, index);
  const height = topOf(layout, index + 1) - top;
  return { index, fraction: height > 0 ? (scrollTop - top) / height : 0 };
}

export function scrollTopOf(layout: Layout, { index, fraction }: Anchor): number {
  const top = topOf(layout, index);
  return top + (topOf(layout, index + 1) - top) * fraction;
}

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 5;

const clampScale = (scale: number) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));

/** "fit" fills the width; "page" shows whole pages */
export type Zoom = 'fit' | 'page' | number;

const MAX_FIT_SCALE = 1.5;

export interface Available {
  width: number;
  /** needed to fit whole pages */
  height?: number;
}

/** Return the scale for a zoom setting. Pages are fitted by the widest and the highest one; small ones are enlarged only up to a limit. */
export function scaleFor(zoom: Zoom, pages: readonly PageInfo[], available: Available, turns = NO_TURNS): number {
  if (typeof zoom === 'number') return clampScale(zoom);
  const shown = pages.map((page) => turnedSize(page, turnOf(turns, page.number)));
  const largest = (side: 'width' | 'height') => shown.reduce((size, page) => Math.max(size, page[side]), 1);
  const byWidth = (available.width - 2 * GUTTER) / largest('width');
  const byHeight = zoom === 'page' && available.height ? (available.height - 2 * GAP) / largest('height') : Infinity;
  return clampScale(Math.min(MAX_FIT_SCALE, byWidth, byHeight));
}

/** Return the scale that a user has typed, in percent; undefined if it is no number. */
export function typedScale(text: string): number | undefined {
  const percent = /^\s*(\d+(?:[.,]\d+)?)\s*%?\s*$/.exec(text)?.[1];
  return percent === undefined ? undefined : clampScale(Number(percent.replace(',', '.')) / 100);
}

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const TOLERANCE = 0.01;

export function zoomStep(scale: number, direction: 1 | -1): number {
  const next = direction > 0 ? STEPS.find((step) => step > scale + TOLERANCE) : STEPS.findLast((step) => step < scale - TOLERANCE);
  return next ?? clampScale(scale);
}
