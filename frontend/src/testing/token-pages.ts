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
