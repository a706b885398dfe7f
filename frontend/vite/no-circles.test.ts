import { expect, it } from 'vitest';

import { circleIn } from './no-circles';

it('finds chunks that import each other', () => {
  const imports = new Map([
    ['start', ['page', 'parts']],
    ['page', ['parts']],
    ['parts', ['dialogs']],
    ['dialogs', ['page']],
  ]);
  expect(circleIn(imports)).toEqual(['page', 'parts', 'dialogs', 'page']);
});

it('allows chunks that several import', () => {
  const imports = new Map([
    ['page', ['parts', 'dialogs']],
    ['dialogs', ['parts']],
    ['parts', []],
  ]);
  expect(circleIn(imports)).toBeUndefined();
});
