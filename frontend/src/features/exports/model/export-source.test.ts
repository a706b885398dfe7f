import { describe, expect, it } from 'vitest';

import { addressOf, annotatedPdfs, isLarge, isLong, pdfOf, PDFS } from './export-source';

const ALL = { kind: 'ANNOTATIONS' as const, path: '/export', query: {} };
const CHOSEN = { ...ALL, query: { annotation: Array.from({ length: 200 }, () => '01990c6e-0e01-7c22-8d33-1f2e3d4c5b6a') } };

describe('isLarge', () => {
  it('leaves files of many rows to a job', () => {
    expect(isLarge({ ...ALL, rows: 10_001, isMember: true }, 'csv')).toBe(true);
    expect(isLarge({ ...ALL, rows: 10_000, isMember: true }, 'csv')).toBe(false);
  });

  it('sends files at once to users who are not members, and where the number is not known', () => {
    expect(isLarge({ ...ALL, rows: 10_001, isMember: false }, 'csv')).toBe(false);
    expect(isLarge({ ...ALL, rows: undefined, isMember: true }, 'csv')).toBe(false);
  });

  it('leaves a choice that does not fit into an address to a job', () => {
    expect(isLarge({ ...CHOSEN, rows: 200, isMember: true }, 'csv')).toBe(true);
    expect([isLong(CHOSEN), isLong(ALL)]).toEqual([true, false]);
  });
});

it('leaves PDFs of several documents to a job', () => {
  expect(isLarge(annotatedPdfs('a', {}, 1), PDFS)).toBe(true);
  expect(isLarge({ ...ALL, rows: 1, isMember: true }, PDFS)).toBe(true);
});

it('writes the PDF of one document with the chosen annotations', () => {
  const { path, query } = pdfOf('d', { corpusId: 'c', query: { document: 'd', annotation: ['a', 'b'], comments: 'false' } });
  expect(addressOf({ path, query })).toBe('/api/v1/documents/d/annotated-pdf?annotation=a&annotation=b&comments=false&corpus=c');
});

it('puts the filters and the format into the address', () => {
  expect(addressOf({ path: '/api/v1/corpuses/a/annotations/export', query: { search: 'a b&c' } }, 'csv')).toBe('/api/v1/corpuses/a/annotations/export?search=a+b%26c&format=csv');
  expect(addressOf({ path: '/export', query: { label: ['a', 'b'] } }, 'csv')).toBe('/export?label=a&label=b&format=csv');
});
