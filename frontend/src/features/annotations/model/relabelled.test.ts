import { expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { relabelled } from './relabelled';

const COLOR = '#2f7fc4';
const labels = new Map([
  ['Party', { id: 'Party', name: 'Person', path: 'Person', color: COLOR }],
  ['Rent', { id: 'Rent', name: 'Rent', color: COLOR }],
]);

it('replaces the labels that have changed, and keeps the other annotations as they are', () => {
  const list = [makeAnnotation('a', []), makeAnnotation('b', [], 'Rent')];
  const [first, second] = relabelled(list, labels) ?? [];
  expect(first).toEqual({ ...list[0], label: labels.get('Party') });
  expect(second).toBe(list[1]);
});

it('returns the same list if no label has changed', () => {
  const list = [makeAnnotation('b', [], 'Rent')];
  expect(relabelled(list, labels)).toBe(list);
});

it('returns nothing if a label is not known, but for one that was created here', () => {
  const list = [makeAnnotation('c', [], 'Duty')];
  expect(relabelled(list, labels)).toBeNull();
  expect(relabelled(list.map((each) => ({ ...each, pending: true })), labels)).toHaveLength(1);
});
