import { expect, it } from 'vitest';

import { moved, nextCell } from './grid';

const size = { rows: 10, columns: 4, pageRows: 3 };
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });

it.each([
  ['ArrowDown', false, { row: 6, column: 2 }],
  ['ArrowRight', false, { row: 5, column: 3 }],
  ['ArrowLeft', true, { row: 5, column: -1 }],
  ['Home', false, { row: 5, column: -1 }],
  ['Home', true, { row: 0, column: -1 }],
  ['End', true, { row: 9, column: 3 }],
  ['PageUp', false, { row: 2, column: 2 }],
  ['PageDown', false, { row: 8, column: 2 }],
])('%s (Ctrl: %s) leads to %j', (name, ctrl, position) => {
  expect(moved({ row: 5, column: 2 }, key(name, ctrl), size)).toEqual(position);
});

it('stays inside the grid', () => {
  expect(moved({ row: 0, column: -1 }, key('ArrowUp'), size)).toEqual({ row: 0, column: -1 });
  expect(moved({ row: 9, column: 3 }, key('PageDown'), size)).toEqual({ row: 9, column: 3 });
  expect(moved({ row: 0, column: 0 }, key('a'), size)).toBeUndefined();
});

it('the next cell to review follows in reading order', () => {
  const open = new Set(['5:3', '6:1']);
  const wanted = ({ row, column }: { row: number; column: number }) => open.has(`${row}:${column}`);
  expect(nextCell({ row: 5, column: 2 }, size, wanted)).toEqual({ row: 5, column: 3 });
  expect(nextCell({ row: 5, column: 3 }, size, wanted)).toEqual({ row: 6, column: 1 });
  expect(nextCell({ row: 6, column: 1 }, size, wanted)).toEqual({ row: 7, column: 1 });
});
