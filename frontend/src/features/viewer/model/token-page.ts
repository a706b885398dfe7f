// The words of a page, as the columns of the binary format instead of an object per word. Coordinates are fractions of the page, 0 to 65535.
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
  /** OCR confidence, 1 to 255; 0 for a word from the file itself; null if no word of the page was read by OCR */
  confidence: Uint8Array | null;
  /** first token of each line, in reading order */
  lines: Int32Array;
}

export const UNIT = 65_535;
/** CTK2 has, after the texts, one byte per token: its OCR confidence. */
const MAGIC = new Set(['CTK1', 'CTK2']);
const HEADER = 16;

/** Parse `application/vnd.cartulary.tokens`. Throws an error for other data. */
export function parseTokenPage(buffer: ArrayBuffer): TokenPage {
  const view = new DataView(buffer);
  const magic = String.fromCharCode(...new Uint8Array(buffer, 0, 4));
  if (!MAGIC.has(magic)) throw new Error('The response is not a page of tokens.');
  const count = view.getUint32(4, true);
  const column = (index: number) => new Uint16Array(buffer, HEADER + 2 * count * index, count);
  const textOffset = HEADER + 12 * count;
  const textBytes = view.getUint32(12, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, textOffset, textBytes));
  const columns = { x: column(0), y: column(1), w: column(2), h: column(3) };
  return {
    count,
    textStart: view.getUint32(8, true),
    ...columns,
    start: new Uint32Array(buffer, HEADER + 8 * count, count),
    texts: count > 0 ? text.split('\n') : [],
    confidence: magic === 'CTK2' ? new Uint8Array(buffer, textOffset + textBytes, count) : null,
    lines: findLines(columns.y, columns.h),
  };
}

const at = (column: { readonly [index: number]: number | undefined }, index: number) => column[index] ?? 0;

/** Return the first word of each line. A word belongs to the line of the previous word if both overlap by half of the lower height. */
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

/** OCR confidence, in per cent, below which a word is uncertain */
export const CERTAIN_FROM_PERCENT = 80;
const MAX_CONFIDENCE = 254;

/** Return the words with a low OCR confidence. */
export function uncertainTokens({ confidence }: TokenPage): number[] {
  const uncertain: number[] = [];
  confidence?.forEach((value, index) => {
    if (value > 0 && (100 * (value - 1)) / MAX_CONFIDENCE < CERTAIN_FROM_PERCENT) uncertain.push(index);
  });
  return uncertain;
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

/** Return the smallest rectangle around tokens of one line, in fractions of the page (0 to 1). */
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

/** Return one rectangle for each line of a range. */
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

export interface NearestToken {
  token: number;
  /** distance from the line of the token, in the units of `size` */
  distance: number;
}

/** Return the word nearest to a point: the nearest word of the nearest line. Points and sizes have the same unit. */
export function nearestToken(page: TokenPage, point: { x: number; y: number }, size: { width: number; height: number }): NearestToken | null {
  let best: NearestToken | null = null;
  for (let line = 0; line < page.lines.length; line++) {
    const range = lineRange(page, line);
    const box = rectAround(page, range);
    const distance = Math.hypot(outside(point.x, box.x * size.width, box.width * size.width), outside(point.y, box.y * size.height, box.height * size.height));
    if (best === null || distance < best.distance) best = { token: nearestOnLine(page, range, (point.x / size.width) * UNIT), distance };
  }
  return best;
}

function nearestOnLine(page: TokenPage, { first, last }: TokenRange, x: number): number {
  let best = first;
  let least = Infinity;
  for (let index = first; index <= last; index++) {
    const distance = outside(x, at(page.x, index), at(page.w, index));
    if (distance < least) {
      best = index;
      least = distance;
    }
  }
  return best;
}

/** Return the tokens of a page within a range of the document's text, or null if there are none. */
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

/** Return the text of words, with spaces between words and breaks between lines. */
export function textOf(page: TokenPage, { first, last }: TokenRange, lineBreak = '\n'): string {
  const lines: string[] = [];
  for (let from = first; from <= last; ) {
    const end = Math.min(last, lineRange(page, lineOf(page, from)).last);
    lines.push(page.texts.slice(from, end + 1).join(' '));
    from = end + 1;
  }
  return lines.join(lineBreak);
}
