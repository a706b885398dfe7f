import { expect, test } from 'vitest';

import { switchPart } from './copy-corpus-dialog';

test('annotations bring documents and labels with them', () => {
  expect(switchPart(['FIELDS'], 'ANNOTATIONS', true)).toEqual(['FIELDS', 'ANNOTATIONS', 'DOCUMENTS', 'LABELS']);
});

test('without documents or labels there are no annotations', () => {
  const all = ['DOCUMENTS', 'LABELS', 'ANNOTATIONS', 'ACTIONS'] as const;
  expect(switchPart(all, 'LABELS', false)).toEqual(['DOCUMENTS', 'ACTIONS']);
  expect(switchPart(all, 'DOCUMENTS', false)).toEqual(['LABELS', 'ACTIONS']);
  expect(switchPart(all, 'ACTIONS', false)).toEqual(['DOCUMENTS', 'LABELS', 'ANNOTATIONS']);
});
