import { describe, expect, it } from 'vitest';

import { cropAround } from './crop';

const PAGE = { width: 600, height: 800 };

describe('cropAround', () => {
  it('shows the passage in the middle, as wide as the picture allows', () => {
    const crop = cropAround([{ x: 0.1, y: 0.5, width: 0.8, height: 0.02 }], PAGE, { width: 516, height: 100 });
    expect(crop).toEqual({ x: 42, y: 358, scale: 1 });
  });

  it('stays on the page, and shows what is beside a short passage', () => {
    const crop = cropAround([{ x: 0.9, y: 0, width: 0.05, height: 0.02 }], PAGE, { width: 440, height: 100 });
    expect(crop).toEqual({ x: 160, y: 0, scale: 1 });
  });

  it('shows the beginning of a passage that does not fit', () => {
    const crop = cropAround([{ x: 0.05, y: 0.1, width: 0.9, height: 0.8 }], { width: 2_000, height: 1_000 }, { width: 400, height: 80 });
    expect(crop).toEqual({ x: 82, y: 82, scale: 0.8 });
  });

  it('shows a small page in the middle of the picture, and nothing without words', () => {
    expect(cropAround([{ x: 0, y: 0, width: 1, height: 1 }], { width: 300, height: 50 }, { width: 300, height: 100 })).toEqual({ x: 0, y: -25, scale: 1 });
    expect(cropAround([], PAGE, PAGE)).toBeNull();
  });
});
