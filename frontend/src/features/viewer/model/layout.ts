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

/** 2: pairs of pages, side by side */
export type PagesPerRow = 1 | 2;

export interface Layout {
  /** the top of each page, and the end of the last one */
  tops: Float64Array;
  /** the height of each page */
  heights: Float64Array;
  /** the middle of each page, from the middle of all */
  middles: Float64Array;
  perRow: PagesPerRow;
  scale: number;
  /** width of the widest row, if its pages are as wide as the widest one */
  width: number;
  height: number;
  turns: Turns;
}

export const GAP = 16;
export const GUTTER = 24;

/** Return the middle of a page in a row of two; the first one ends left of the middle of all. */
const middleInPair = (index: number, width: number) => (index % 2 === 0 ? -1 : 1) * (width + GAP) * 0.5;

interface Arrangement {
  turns?: Turns;
  perRow?: PagesPerRow;
}

export function layoutPages(pages: readonly PageInfo[], scale: number, { turns = NO_TURNS, perRow = 1 }: Arrangement = {}): Layout {
  const tops = new Float64Array(pages.length + 1);
  const heights = new Float64Array(pages.length);
  const middles = new Float64Array(pages.length);
  let [top, end, widest] = [GAP, GAP, 0];
  for (const [index, page] of pages.entries()) {
    const shown = turnedSize(page, turnOf(turns, page.number));
    const [width, height] = [shown.width * scale, shown.height * scale];
    if (index % perRow === 0) top = end;
    tops[index] = top;
    heights[index] = height;
    if (perRow === 2) middles[index] = middleInPair(index, width);
    end = Math.max(end, top + height + GAP);
    widest = Math.max(widest, width);
  }
  tops[pages.length] = end;
  return { tops, heights, middles, perRow, scale, width: widest * perRow + GAP * (perRow - 1), height: end, turns };
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

const firstOfRow = ({ perRow }: Layout, index: number) => index - (index % perRow);

/** Return where the row below the one of a page begins. */
const endOf = (layout: Layout, index: number) => topOf(layout, Math.min(layout.tops.length - 1, firstOfRow(layout, index) + layout.perRow));

/** Return the index of the first page of the row at a height. The gap below a row belongs to it. */
export function pageAt(layout: Layout, y: number): number {
  let low = 0;
  let high = Math.max(0, layout.tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topOf(layout, middle) <= y) low = middle;
    else high = middle - 1;
  }
  return firstOfRow(layout, low);
}

/** Return the number of the current page for a height: it stays the one before if that is in the same row. */
export function currentPageAt(layout: Layout, y: number, before: number): number {
  const index = pageAt(layout, y);
  return firstOfRow(layout, before - 1) === index ? before : index + 1;
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
  const final = layout.tops.length - 2;
  const around = NEIGHBOURS * layout.perRow;
  const firstVisible = pageAt(layout, scrollTop);
  const lastVisible = Math.min(final, pageAt(layout, scrollTop + height) + layout.perRow - 1);
  return { first: Math.max(0, firstVisible - around), last: Math.min(final, lastVisible + around), firstVisible, lastVisible };
}

/** A scroll position that is independent of the scale. */
export interface Anchor {
  index: number;
  fraction: number;
}

export function anchorAt(layout: Layout, scrollTop: number): Anchor {
  const index = pageAt(layout, scrollTop);
  const top = topOf(layout, index);
  const height = endOf(layout, index) - top;
  return { index, fraction: height > 0 ? (scrollTop - top) / height : 0 };
}

export function scrollTopOf(layout: Layout, { index, fraction }: Anchor): number {
  const top = topOf(layout, index);
  return top + (endOf(layout, index) - top) * fraction;
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
export function scaleFor(zoom: Zoom, pages: readonly PageInfo[], available: Available, { turns = NO_TURNS, perRow = 1 }: Arrangement = {}): number {
  if (typeof zoom === 'number') return clampScale(zoom);
  const shown = pages.map((page) => turnedSize(page, turnOf(turns, page.number)));
  const largest = (side: 'width' | 'height') => shown.reduce((size, page) => Math.max(size, page[side]), 1);
  const byWidth = (available.width - 2 * GUTTER - GAP * (perRow - 1)) / (largest('width') * perRow);
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
