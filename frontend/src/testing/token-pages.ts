// Token pages for tests, in the binary format of the server.
import { parseTokenPage, UNIT, type TokenPage } from '@/features/viewer/model/token-page';

export interface TestToken {
  text: string;
  /** fractions of the page */
  x: number;
  y: number;
  w: number;
  h: number;
  start: number;
}

export function encodeTokens(tokens: readonly TestToken[], textStart = 0): ArrayBuffer {
  const text = new TextEncoder().encode(tokens.map((token) => token.text).join('\n'));
  const count = tokens.length;
  const buffer = new ArrayBuffer(16 + 12 * count + text.length);
  const view = new DataView(buffer);
  new Uint8Array(buffer).set(new TextEncoder().encode('CTK1'));
  for (const [index, value] of [count, textStart, text.length].entries()) view.setUint32(4 + 4 * index, value, true);
  for (const [index, token] of tokens.entries()) {
    for (const [column, value] of [token.x, token.y, token.w, token.h].entries()) {
      view.setUint16(16 + 2 * (column * count + index), Math.round(value * UNIT), true);
    }
    view.setUint32(16 + 8 * count + 4 * index, token.start, true);
  }
  new Uint8Array(buffer).set(text, 16 + 12 * count);
  return buffer;
}

const WORD_WIDTH = 0.08;
const STEP = 0.1;
const LINE_HEIGHT = 0.02;
const LINE_STEP = 0.05;

/** Return a page of words on a grid: word n of a line is at x = n/10, line n at y = n/20. */
export function pageOfLines(lines: readonly string[], textStart = 0): TokenPage {
  let start = 0;
  const tokens = lines.flatMap((line, row) =>
    line.split(' ').map((text, column) => {
      const token = { text, x: column * STEP, y: row * LINE_STEP, w: WORD_WIDTH, h: LINE_HEIGHT, start };
      start += [...text].length + 1;
      return token;
    }),
  );
  return parseTokenPage(encodeTokens(tokens, textStart));
}

/** of a line */
export const WORDS = 10;
const LINES = 6;

/** Return a page with lines of ten words; `spacing` is the distance of lines as a multiple of their height. */
export function makeLines(spacing: number): TokenPage {
  const height = 0.02;
  const count = WORDS * LINES;
  const column = (value: (index: number) => number) => Uint16Array.from({ length: count }, (_, index) => Math.round(value(index) * UNIT));
  return {
    count,
    textStart: 0,
    x: column((index) => 0.1 + (index % WORDS) * 0.08),
    y: column((index) => 0.1 + Math.floor(index / WORDS) * height * spacing),
    w: column(() => 0.07),
    h: column(() => height),
    start: Uint32Array.from({ length: count }, (_, index) => index * 2),
    texts: Array.from({ length: count }, () => 'a'),
    confidence: null,
    lines: Int32Array.from({ length: LINES }, (_, line) => line * WORDS),
  };
}
