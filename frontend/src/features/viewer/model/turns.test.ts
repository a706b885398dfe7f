import { describe, expect, it } from 'vitest';

import { isTurned, NO_TURNS, turnDocument, turnedSize, turnOf, turnPage, turnRect, unturnPoint, type Turn } from './turns';

const TURNS: readonly Turn[] = [0, 1, 2, 3];
const RECT = { x: 0.1, y: 0.2, width: 0.3, height: 0.05 };

const rounded = (values: object) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Math.round(Number(value) * 1e9) / 1e9]));

describe('turned boxes', () => {
  it.each([
    [0, RECT],
    [1, { x: 0.75, y: 0.1, width: 0.05, height: 0.3 }], // the top of the page is on the right
    [2, { x: 0.6, y: 0.75, width: 0.3, height: 0.05 }],
    [3, { x: 0.2, y: 0.6, width: 0.05, height: 0.3 }], // the top of the page is on the left
  ] as const)('are shown after %i quarter turns at the right place', (turn, shown) => {
    expect(rounded(turnRect(RECT, turn))).toEqual(shown);
  });

  it.each(TURNS)('and points find their way back (%i)', (turn) => {
    const { x, y, width, height } = turnRect({ x: 0.25, y: 0.125, width: 0, height: 0 }, turn);
    expect([width, height]).toEqual([0, 0]);
    expect(rounded(unturnPoint({ x, y }, turn))).toEqual({ x: 0.25, y: 0.125 });
  });

  it('four quarter turns change nothing', () => {
    const rect = TURNS.reduce((turned) => turnRect(turned, 1), RECT);
    expect(rounded(rect)).toEqual(RECT);
  });

  it('a page on its side is as wide as it was high', () => {
    expect(TURNS.map((turn) => turnedSize({ width: 600, height: 800 }, turn).width)).toEqual([600, 800, 600, 800]);
  });
});

describe('the turns of a document', () => {
  it('are those of all pages and of single ones', () => {
    const turns = turnPage(turnDocument(NO_TURNS, -1), 2, 1);
    expect([turnOf(turns, 1), turnOf(turns, 2)]).toEqual([3, 0]);
  });

  it('are none after turning back', () => {
    const turned = turnPage(turnDocument(NO_TURNS, 1), 2, 1);
    expect(isTurned(turned)).toBe(true);
    expect(isTurned(turnPage(turnDocument(turned, -1), 2, -1))).toBe(false);
  });
});
