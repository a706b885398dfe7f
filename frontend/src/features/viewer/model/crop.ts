// The part of a page that a picture of a passage shows.
import type { Rect } from './token-page';

interface Size {
  width: number;
  height: number;
}

export interface Crop {
  /** the corner at the top left, in points; negative if the picture is larger than the page */
  x: number;
  y: number;
  scale: number;
}

/** points around the passage */
const MARGIN = 18;
/** points; narrower passages, such as a heading, are shown with what is beside them */
const MIN_WIDTH = 440;
const MIN_SCALE = 0.8;
const MAX_SCALE = 1.4;

/** Return where a view of this length begins: around the passage, on the page. Of a passage that does not fit, the beginning is shown. */
function viewStart(from: number, to: number, view: number, whole: number): number {
  if (view >= whole) return (whole - view) / 2;
  const start = to - from + 2 * MARGIN > view ? from - MARGIN : (from + to - view) / 2;
  return Math.max(0, Math.min(start, whole - view));
}

/** Return the part of the page for a picture of this size (pixels). `rects` of the passage are fractions of the page, whose size is in points. */
export function cropAround(rects: readonly Rect[], page: Size, picture: Size): Crop | null {
  if (rects.length === 0) return null;
  const left = page.width * Math.min(...rects.map(({ x }) => x));
  const right = page.width * Math.max(...rects.map((rect) => rect.x + rect.width));
  const top = page.height * Math.min(...rects.map(({ y }) => y));
  const bottom = page.height * Math.max(...rects.map((rect) => rect.y + rect.height));
  const wanted = Math.min(page.width, Math.max(MIN_WIDTH, right - left + 2 * MARGIN));
  const scale = Math.max(MIN_SCALE, Math.min(MAX_SCALE, picture.width / wanted));
  return { x: viewStart(left, right, picture.width / scale, page.width), y: viewStart(top, bottom, picture.height / scale, page.height), scale };
}
