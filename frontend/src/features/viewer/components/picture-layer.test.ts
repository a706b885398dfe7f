import { expect, test } from 'vitest';

import { picturesOn } from './picture-layer';

const PAGE = { width: 200, height: 400 };
const figure = (...box: number[]) => ({ kind: 'FIGURE', box });

test('pictures are figures inside the page', () => {
  expect(picturesOn(PAGE, [figure(50, 100, 150, 300), { kind: 'TABLE', box: [0, 0, 10, 10] }])).toEqual([{ left: 0.25, top: 0.25, width: 0.5, height: 0.5 }]);
  expect(picturesOn(PAGE, [figure(-50, 0, 100, 100)])).toEqual([{ left: 0, top: 0, width: 0.5, height: 0.25 }]);
});

test('scans of whole pages and empty boxes are no pictures', () => {
  expect(picturesOn(PAGE, [figure(0, 0, 200, 390), figure(10, 10, 10, 20), figure()])).toEqual([]);
});
