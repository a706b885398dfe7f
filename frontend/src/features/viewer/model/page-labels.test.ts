import { describe, expect, it } from 'vitest';

import { hasLabels, hasOurPages, pageByLabel, pageLabel } from './page-labels';

const BOOK = ['i', 'ii', '1', '2', 'A-1', ''].map((label, index) => ({ number: index + 1, label }));
const PLAIN = [1, 2, 3].map((number) => ({ number, label: '' }));

describe('page labels', () => {
  it('are those of the document, or page numbers', () => {
    expect([pageLabel(BOOK, 2), pageLabel(BOOK, 6), pageLabel(PLAIN, 3)]).toEqual(['ii', '6', '3']);
    expect([hasLabels(BOOK), hasLabels(PLAIN)]).toEqual([true, false]);
  });

  it.each([
    ['ii', 2],
    ['II ', 2],
    ['1', 3], // the label, not the page number
    ['a-1', 5],
    ['5', 5], // no such label: the page number
    ['99', 6],
    ['0', undefined],
    ['x', undefined],
    ['', undefined],
  ])('%j is page %s', (text, page) => {
    expect(pageByLabel(BOOK, text, 1)).toBe(page);
  });

  it('find the next page where several have the same label', () => {
    const twice = ['1', '2', '1'].map((label, index) => ({ number: index + 1, label }));
    expect([pageByLabel(twice, '1', 1), pageByLabel(twice, '1', 3)]).toEqual([3, 1]);
  });
});

it.each([
  ['application/pdf', false],
  ['image/tiff', false],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', false],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', true],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', true],
  ['message/rfc822', true],
  ['text/html', true],
  ['text/markdown', true],
])('%s: its page numbers are ours: %s', (mimeType, ours) => {
  expect(hasOurPages(mimeType)).toBe(ours);
});
