import { describe, expect, it } from 'vitest';

import { isBinKind } from '../model/bin-kind';
import { pathOf, removalTime } from './bin-table';

it.each([
  ['2026-12-20T08:30:00Z', 'in 30 days'],
  ['2026-12-19T08:30:00Z', 'in 29 days'],
  ['2026-11-21T08:29:00Z', 'in 1 day'],
  ['2026-11-20T08:30:00Z', 'tonight'],
  ['2026-11-19T08:30:00Z', 'tonight'],
])('what is due at %s is removed %s', (purgedAt, text) => {
  expect(removalTime(purgedAt, Date.parse('2026-11-20T08:30:00Z'))).toBe(text);
});

describe('a restored item', () => {
  const item = { uuid: 'u', corpusUuid: 'c', documentUuid: 'd' };

  it.each([
    ['DOCUMENT', '/d/u'],
    ['CORPUS', '/c/u'],
    ['FOLDER', '/c/c?folder=u'],
    ['LABEL', '/c/c?tab=labels'],
    ['FIELD', '/c/c?tab=labels'],
    ['ANNOTATION', '/d/d?c=c&a=u'],
    ['COMMENT', '/d/d?c=c'],
  ] as const)('that is a %s opens at %s', (kind, path) => {
    expect(pathOf({ ...item, kind })).toBe(path);
  });

  it('without a corpus has no page', () => {
    expect(pathOf({ ...item, kind: 'LABEL', corpusUuid: null })).toBeUndefined();
  });
});

it('only known kinds are filters', () => {
  expect([isBinKind('LABEL'), isBinKind('label'), isBinKind('toString'), isBinKind(null)]).toEqual([true, false, false, false]);
});
