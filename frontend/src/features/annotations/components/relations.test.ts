import { expect, it } from 'vitest';

import { lineBetween } from './relations';

const rect = (x: number, y: number) => ({ x, y, width: 20, height: 10 });

it('a line between passages of one line of the text rises over them', () => {
  const { path, middle } = lineBetween(rect(0, 100), rect(90, 102));
  expect(path).toBe('M 10 100 C 10 72, 100 72, 100 102');
  expect(middle).toEqual({ x: 55, y: 79 });
});

it.each([
  ['down', rect(0, 100), rect(90, 200), 'M 10 110 C 10 155, 100 155, 100 200'],
  ['up', rect(90, 200), rect(0, 100), 'M 100 200 C 100 155, 10 155, 10 110'],
])('a line %s goes from edge to edge', (_, source, target, path) => {
  const line = lineBetween(source, target);
  expect(line.path).toBe(path);
  expect(line.middle).toEqual({ x: 55, y: 155 });
});
