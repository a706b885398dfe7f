// One page's words: columns as they come over the wire, never an object per word. Geometry is in fractions of the page, 0 to 65535.
import { codePointLength } from '@/lib/code-points';

export interface TokenPage {
  count: number;
  /** code-point offset of the page in the document's text */
  textStart: number;
  x: Uint16Array;
  y: Uint16Array;
  w: Uint16Array;
  h: Uint16Array;
  /** offsets relative to `textStart` */
  start: Uint32Array;
  texts: readonly string[];
  /** 0 for a word of the file itself, 1 to 255 for how sure a reader of pictures was; `null` where nothing was read off a picture */
  confidence: Uint8Array | null;
  /** first token of each line, in reading order */
  lines: Int32Array;
}

export const UNIT = 65_535;
/** The second kind has, behind the texts, one byte a token: how sure whoever read it off a picture was. */
const MAGIC = new Set(['CTK1', 'CTK2']);
const HEADER = 16;

/** Reads `application/vnd.cartulary.tokens`; throws on anything else. */
export function parseTokenPage(buffer: ArrayBuffer): TokenPage {
  const view = new DataView(buffer);
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, 4));
  if (!MAGIC.has(magic)) throw new Error('This is not a page of tokens.');
  const count = view.getUint32(4, true);
  const column = (index: number) => new Uint16Array(buffer, HEADER + 2 * count * index, count);
  const textAt = HEADER + 12 * count;
  const textBytes = view.getUint32(12, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, textAt, textBytes));
  const columns = { x: column(0), y: column(1), w: column(2), h: column(3) };
  return {
    count,
    textStart: view.getUint32(8, true),
    ...columns,
    start: new Uint32Array(buffer, HEADER + 8 * count, count),
    texts: count > 0 ? text.split('\n') : [],
    confidence: magic === 'CTK2' ? new Uint8Array(buffer, textAt + textBytes, count) : null,
    lines: findLines(columns.y, columns.h),
  };
}

const at = (column: { readonly [index: number]: number | undefined }, index: number) => column[index] ?? 0;

/** Words share a line while they overlap the word before by half of the lower one's height. */
function findLines(y: Uint16Array, h: Uint16Array): Int32Array {
  const starts: number[] = [];
  for (let index = 0; index < y.length; index++) {
    const top = at(y, index);
    const above = at(y, index - 1);
    const overlap = Math.min(top + at(h, index), above + at(h, index - 1)) - Math.max(top, above);
    if (index === 0 || overlap < Math.min(at(h, index), at(h, index - 1)) / 2) starts.push(index);
  }
  return Int32Array.from(starts);
}

/** per cent */
export const UNSURE_BELOW = 80;
const SUREST = 254;

/** The words that were read off a picture and are less certain than that. */
export function unsureTokens({ confidence }: TokenPage): number[] {
  const found: number[] = [];
  confidence?.forEach((value, index) => {
    if (value > 0 && (100 * (value - 1)) / SUREST < UNSURE_BELOW) found.push(index);
  });
  return found;
}

export interface TokenRange {
  first: number;
  last: number;
}

export function lineOf(page: TokenPage, token: number): number {
  let low = 0;
  let high = page.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(page.lines, middle) <= token) low = middle;
    else high = middle - 1;
  }
  return low;
}

export const lineRange = (page: TokenPage, line: number): TokenRange => ({
  first: at(page.lines, line),
  last: (page.lines[line + 1] ?? page.count) - 1,
});

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle around tokens of one line, in fractions of the page (0 to 1). */
function rectAround(page: TokenPage, { first, last }: TokenRange): Rect {
  let left = UNIT;
  let top = UNIT;
  let right = 0;
  let bottom = 0;
  for (let index = first; index <= last; index++) {
    left = Math.min(left, at(page.x, index));
    top = Math.min(top, at(page.y, index));
    right = Math.max(right, at(page.x, index) + at(page.w, index));
    bottom = Math.max(bottom, at(page.y, index) + at(page.h, index));
  }
  return { x: left / UNIT, y: top / UNIT, width: (right - left) / UNIT, height: (bottom - top) / UNIT };
}

/** One rectangle for each line that the range touches. */
export function rangeRects(page: TokenPage, range: TokenRange): Rect[] {
  const first = Math.max(0, range.first);
  const last = Math.min(page.count - 1, range.last);
  const rects: Rect[] = [];
  for (let line = lineOf(page, first), from = first; from <= last; line++) {
    const end = Math.min(last, lineRange(page, line).last);
    rects.push(rectAround(page, { first: from, last: end }));
    from = end + 1;
  }
  return rects;
}

const outside = (value: number, from: number, size: number) => Math.max(0, from - value, value - from - size);

export interface Nearest {
  token: number;
  /** from the token's box, in the units of `size` */
  distance: number;
}

/** The word a pointer means: the nearest line first, then the nearest word on it. Points and sizes in the same unit, say pixels. */
export function nearestToken(page: TokenPage, point: { x: number; y: number }, size: { width: number; height: number }): Nearest | null {
  let best: Nearest | null = null;
  for (let line = 0; line < page.lines.length; line++) {
    const range = lineRange(page, line);
    const box = rectAround(page, range);
    const away = Math.hypot(outside(point.x, box.x * size.width, box.width * size.width), outside(point.y, box.y * size.height, box.height * size.height));
    if (best === null || away < best.distance) best = { token: nearestOnLine(page, range, (point.x / size.width) * UNIT), distance: away };
  }
  return best;
}

function nearestOnLine(page: TokenPage, { first, last }: TokenRange, x: number): number {
  let best = first;
  let least = Infinity;
  for (let index = first; index <= last; index++) {
    const away = outside(x, at(page.x, index), at(page.w, index));
    if (away < least) {
      best = index;
      least = away;
    }
  }
  return best;
}

/** The tokens that lie in a stretch of the document's text, or null when this page has none of it. */
export function tokensWithin(page: TokenPage, from: number, to: number): TokenRange | null {
  let first = -1;
  let last = -1;
  for (let index = 0; index < page.count; index++) {
    const start = page.textStart + at(page.start, index);
    const end = start + codePointLength(page.texts[index] ?? '');
    if (end > from && start < to) {
      if (first < 0) first = index;
      last = index;
    }
  }
  return first < 0 ? null : { first, last };
}

/** Words joined as they are read: spaces within a line, a break between lines. */
export function textOf(page: TokenPage, { first, last }: TokenRange, lineBreak = '\n'): string {
  const lines: string[] = [];
  for (let from = first; from <= last; ) {
    const end = Math.min(last, lineRange(page, lineOf(page, from)).last);
    lines.push(page.texts.slice(from, end + 1).join(' '));
    from = end + 1;
  }
  return lines.join(lineBreak);
}
