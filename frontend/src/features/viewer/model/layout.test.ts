import { describe, expect, it } from 'vitest';

import { anchorAt, GAP, layoutPages, pageAt, pageOfText, scaleFor, scrollTopOf, visiblePages, zoomStep, type PageInfo } from './layout';

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

describe('zoom', () => {
  it('fits the widest page into the width', () => {
    expect(scaleFor('fit', PAGES, 848)).toBe(1);
  });

  it('enlarges small pages only up to a limit', () => {
    expect(scaleFor('fit', [page(1, 100, 100)], 2000)).toBe(1.5);
  });

  it('limits the scale', () => {
    expect(scaleFor(2, PAGES, 100)).toBe(2);
    expect(scaleFor(90, PAGES, 100)).toBe(5);
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
