import { describe, expect, it } from 'vitest';

import { anchorAt, currentPageAt, GAP, layoutPages, pageAt, pageOfText, scaleFor, scrollTopOf, shownPage, typedScale, visiblePages, zoomStep, type PageInfo } from './layout';
import { NO_TURNS, turnDocument, turnPage } from './turns';

const page = (number: number, width: number, height: number): PageInfo => ({ number, label: '', width, height, tokenCount: 0, textStart: 0, textEnd: 0, tokensUrl: '' });
const PAGES = [page(1, 600, 800), page(2, 800, 600), page(3, 600, 800)];

describe('layout', () => {
  it('stacks pages of different sizes', () => {
    const layout = layoutPages(PAGES, 0.5);
    expect([...layout.tops]).toEqual([GAP, 2 * GAP + 400, 3 * GAP + 700, 4 * GAP + 1100]);
    expect(layout.width).toBe(400);
  });

  it.each([
    [0, 0],
    [GAP + 800 + GAP - 1, 0], // the gap below belongs to the page above
    [GAP + 800 + GAP, 1],
    [1e9, 2],
  ])('height %i is on page index %i', (y, index) => {
    expect(pageAt(layoutPages(PAGES, 1), y)).toBe(index);
  });

  it('stacks turned pages by the size that they are shown with', () => {
    const layout = layoutPages(PAGES, 1, { turns: turnPage(NO_TURNS, 2, 1) });
    expect([...layout.tops]).toEqual([GAP, 2 * GAP + 800, 3 * GAP + 1600, 4 * GAP + 2400]);
    expect(layout.width).toBe(600);
    expect(PAGES.slice(0, 2).map((each) => shownPage(layout, each))).toEqual([
      { turn: 0, width: 600, height: 800 },
      { turn: 1, width: 600, height: 800 },
    ]);
  });

  it('renders the visible pages and one more on both sides', () => {
    const layout = layoutPages(Array.from({ length: 100 }, (_, index) => page(index + 1, 600, 800)), 1);
    expect(visiblePages(layout, 50 * 816, 700)).toEqual({ first: 48, last: 51, firstVisible: 49, lastVisible: 50 });
    expect(visiblePages(layout, 0, 700)).toEqual({ first: 0, last: 1, firstVisible: 0, lastVisible: 0 });
  });

  it('keeps the position when the scale changes', () => {
    const anchor = anchorAt(layoutPages(PAGES, 1), GAP + 800 + GAP + 308);
    expect(anchor).toEqual({ index: 1, fraction: 0.5 });
    const layout = layoutPages(PAGES, 2);
    expect(scrollTopOf(layout, anchor)).toBeCloseTo((layout.tops[1] ?? 0) + (1200 + GAP) / 2);
  });
});

describe('pairs of pages', () => {
  const layout = layoutPages(PAGES, 1, { perRow: 2 });
  const second = GAP + 800 + GAP;

  it('are side by side in rows as high as the higher one', () => {
    expect([...layout.tops]).toEqual([GAP, GAP, second, second + 800 + GAP]);
    expect([...layout.middles]).toEqual([-300 - GAP / 2, 400 + GAP / 2, -300 - GAP / 2]);
    expect(layout.width).toBe(2 * 800 + GAP);
  });

  it.each([
    [second - 1, 0],
    [second, 2],
    [1e9, 2],
  ])('height %i is in the row that begins with page index %i', (y, index) => {
    expect(pageAt(layout, y)).toBe(index);
  });

  it('are visible together', () => {
    expect(visiblePages(layout, 0, 700)).toEqual({ first: 0, last: 2, firstVisible: 0, lastVisible: 1 });
    expect(visiblePages(layout, second, 700)).toEqual({ first: 0, last: 2, firstVisible: 2, lastVisible: 2 });
  });

  it.each([
    [0, 1, 1],
    [0, 2, 2], // stays: it is in the row, too
    [0, 3, 1],
    [second, 2, 3],
  ])('at height %i, with page %i before, have the current page %i', (y, before, current) => {
    expect(currentPageAt(layout, y, before)).toBe(current);
  });

  it('keep the position when the scale changes', () => {
    const larger = layoutPages(PAGES, 2, { perRow: 2 });
    expect(scrollTopOf(larger, anchorAt(layout, second + 408))).toBeCloseTo((larger.tops[2] ?? 0) + 808);
  });

  it('fit into the width', () => {
    expect(scaleFor('fit', PAGES, { width: 848 + GAP }, { perRow: 2 })).toBe(0.5);
  });
});

describe('zoom', () => {
  it('fits the widest page into the width', () => {
    expect(scaleFor('fit', PAGES, { width: 848 })).toBe(1);
  });

  it('enlarges small pages only up to a limit', () => {
    expect(scaleFor('fit', [page(1, 100, 100)], { width: 2000 })).toBe(1.5);
  });

  it('fits whole pages into the window', () => {
    expect(scaleFor('page', PAGES, { width: 848, height: 2 * GAP + 400 })).toBe(0.5);
    expect(scaleFor('page', PAGES, { width: 448, height: 5000 })).toBe(0.5);
  });

  it('fits pages as they are shown', () => {
    const onTheirSide = turnDocument(NO_TURNS, 1);
    expect(scaleFor('page', PAGES.slice(0, 1), { width: 848, height: 2 * GAP + 600 }, { turns: onTheirSide })).toBe(1);
    expect(scaleFor('fit', PAGES.slice(0, 1), { width: 448 }, { turns: onTheirSide })).toBe(0.5);
  });

  it.each([
    ['125', 1.25],
    [' 62,5 % ', 0.625],
    ['9000%', 5],
    ['wide', undefined],
    ['', undefined],
  ])('reads “%s” as %s', (text, scale) => {
    expect(typedScale(text)).toBe(scale);
  });

  it('limits the scale', () => {
    expect(scaleFor(2, PAGES, { width: 100 })).toBe(2);
    expect(scaleFor(90, PAGES, { width: 100 })).toBe(5);
  });

  it.each([
    [1.234, 1, 1.25],
    [1.25, 1, 1.5],
    [1.234, -1, 1],
    [5, 1, 5],
    [0.25, -1, 0.25],
  ] as const)('from %f in direction %i to %f', (scale, direction, next) => {
    expect(zoomStep(scale, direction)).toBe(next);
  });
});

it.each([
  [0, 1],
  [99, 1],
  [100, undefined], // between the pages
  [101, 2],
  [150, undefined],
])('text offset %i is on page %s', (offset, number) => {
  const pages = [
    { ...page(1, 1, 1), textEnd: 100 },
    { ...page(2, 1, 1), textStart: 101, textEnd: 150 },
  ];
  expect(pageOfText(pages, offset)).toBe(number);
});
