import { describe, expect, it } from 'vitest';

import { contrast, mixed, rgb, themes } from '@/testing/contrast';

import { isOffered, LABEL_HUES, TEXT_FILL } from './label-hues';

const SURFACES = ['--canvas', '--panel', '--raised', '--page'];
const DOT_SURFACES = ['--canvas', '--panel', '--raised'];
const TEXT_SURFACES = ['--panel', '--raised'];
const SHARES = [TEXT_FILL.rest / 100, TEXT_FILL.active / 100];
/** the corners of what programs can choose: #rrggbb */
const EXTREMES = ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff', '#ff00ff'];

describe.each([...themes()])('label colours in the theme %s', (_theme, tokens) => {
  const token = (name: string) => rgb(tokens.get(name) ?? '');

  it.each(LABEL_HUES)('$name stands out from every surface', ({ color }) => {
    for (const surface of SURFACES) expect(contrast(rgb(color), token(surface)), surface).toBeGreaterThanOrEqual(3);
  });

  it.each([...LABEL_HUES.map(({ color }) => color), ...EXTREMES])('words that are filled with %s are legible', (color) => {
    for (const surface of TEXT_SURFACES) {
      for (const share of SHARES) expect(contrast(token('--ink-strong'), mixed(rgb(color), share, token(surface))), surface).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the edge of other colours stands out from every surface', () => {
    for (const surface of DOT_SURFACES) expect(contrast(token('--edge'), token(surface)), surface).toBeGreaterThanOrEqual(3);
  });
});

it('colours that are not offered get an edge, because they may be those of the surface', () => {
  expect(EXTREMES.filter(isOffered)).toEqual([]);
  expect(LABEL_HUES.every(({ color }) => isOffered(color))).toBe(true);
});
