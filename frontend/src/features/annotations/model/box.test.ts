import { expect, test } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { boxesAt, groupByPage, isOrphan, titleOf } from './annotation';
import { boxAfterKey, boxAround, boxBetween, dragBox, isSameBox, wordsInside, type PageBox } from './box';

const BOX: PageBox = { page: 2, left: 0.2, top: 0.3, right: 0.6, bottom: 0.5 };
const column = (...values: number[]) => Uint16Array.from(values.map((value) => Math.round(value * 65_535)));
const boxed = (uuid: string, values: Partial<PageBox>) => ({ ...makeAnnotation(uuid, []), page: 2, quote: '', box: { ...BOX, ...values } });
const at = (x: number, y: number, page = 2) => ({ page, x, y });

test('a box is drawn from any corner, and ends at the edges of its page', () => {
  expect(boxBetween(at(0.6, 0.5), at(0.2, 0.3))).toEqual(BOX);
  expect(boxBetween(at(0.5, 0.5), at(1.4, -2))).toEqual({ page: 2, left: 0.5, top: 0, right: 1, bottom: 0.5 });
  expect(boxBetween(at(2, 2), at(3, 3))).toEqual({ page: 2, left: 0.995, top: 0.995, right: 1, bottom: 1 });
});

test('a corner or a side is dragged, and never past the other one', () => {
  expect(dragBox(BOX, 'se', 0.1, 0.1)).toEqual({ ...BOX, right: 0.7, bottom: 0.6 });
  expect(dragBox(BOX, 'n', 0.1, -0.1)).toEqual({ ...BOX, top: 0.2 });
  expect(dragBox(BOX, 'w', 0.9, 0)).toEqual({ ...BOX, left: 0.595 });
  expect(dragBox(BOX, 'e', 0.9, 0)).toEqual({ ...BOX, right: 1 });
});

test('a box keeps its size when it is moved to the edge', () => {
  expect(dragBox(BOX, '', 0.1, 0.1)).toEqual({ page: 2, left: 0.3, top: 0.4, right: 0.7, bottom: 0.6 });
  expect(dragBox(BOX, '', 5, -5)).toEqual({ page: 2, left: 0.6, top: 0, right: 1, bottom: 0.2 });
});

test('arrow keys move a box, with Shift they resize it, with Control in small steps', () => {
  const press = (key: string, keys: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => boxAfterKey(BOX, { key, shiftKey: false, ctrlKey: false, metaKey: false, ...keys });
  expect(press('ArrowRight')).toEqual({ ...BOX, left: 0.21, right: 0.61 });
  expect(press('ArrowUp', { shiftKey: true })).toEqual({ ...BOX, bottom: 0.49 });
  expect(press('ArrowDown', { ctrlKey: true })).toEqual({ ...BOX, top: 0.301, bottom: 0.501 });
  expect(press('x')).toBeNull();
});

test('boxes are compared by their page and sides', () => {
  expect(isSameBox(BOX, { ...BOX })).toBe(true);
  expect(isSameBox(BOX, { ...BOX, page: 1 })).toBe(false);
  expect(isSameBox(BOX, null)).toBe(false);
  expect(isSameBox(null, null)).toBe(true);
});

test('a box is around all rectangles', () => {
  const rects = [
    { x: 0.2, y: 0.4, width: 0.1, height: 0.1 },
    { x: 0.5, y: 0.3, width: 0.1, height: 0.1 },
  ];
  expect(boxAround(2, rects)).toEqual(BOX);
  expect(boxAround(2, [])).toBeNull();
});

test('the words of a box are those whose middle is inside', () => {
  const tokens = {
    count: 4,
    textStart: 0,
    x: column(0.25, 0.35, 0.58, 0.25),
    y: column(0.35, 0.35, 0.35, 0.45),
    w: column(0.05, 0.05, 0.1, 0.05),
    h: column(0.02, 0.02, 0.02, 0.02),
    start: new Uint32Array(4),
    texts: ['a', 'b', 'c', 'd'],
    confidence: null,
    lines: Int32Array.from([0, 3]),
  };
  expect(wordsInside(tokens, BOX)).toEqual([
    { first: 0, last: 1 },
    { first: 3, last: 3 },
  ]);
});

test('boxes are found at a point, the smallest first, and listed on their page', () => {
  const [large, small] = [boxed('large', { left: 0.1 }), boxed('small', { right: 0.4 })];
  expect(boxesAt([large, small], at(0.3, 0.4))).toEqual([small, large]);
  expect(boxesAt([large, small], at(0.3, 0.4, 1))).toEqual([]);
  expect(groupByPage([large]).get(2)).toEqual([large]);
  expect(isOrphan(large)).toBe(false);
  expect(titleOf(large)).toBe('Box on page 2');
});
