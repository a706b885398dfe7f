import { describe, expect, it } from 'vitest';

import type { TextItem } from '../api/page-text';
import { blocksOf, piecesOf, rowsOf } from './page-text';

const item = (kind: TextItem['kind'], text = ''): TextItem => ({ id: text, kind, level: null, box: [0, 0, 0, 0], start: 0, text, marks: [], table: null });
const mark = (start: number, end: number, style: string, link = '') => ({ start, end, style, link });
const heading = (level: number): TextItem => ({ ...item('HEADING'), level });
const hrefs = (link: string) => piecesOf({ text: 'here', start: 0, marks: [mark(0, 4, '', link)] }).map(({ href }) => href);
const cell = (row: number, column: number) => ({ row, column, rowSpan: 1, columnSpan: 1, isHeader: false, text: `${row}${column}` });

describe('the pieces of a text', () => {
  it('are whole without marks', () => {
    expect(piecesOf(item('PARAGRAPH', 'The tenant pays.'))).toEqual([{ key: 0, text: 'The tenant pays.', style: '', href: undefined, ranges: [] }]);
  });

  it('have all styles that overlap, by code points', () => {
    const pieces = piecesOf({ text: '𝒜 bold italic', start: 0, marks: [mark(2, 13, 'b'), mark(7, 13, 'i')] });
    expect(pieces.map(({ text, style }) => [text, style])).toEqual([
      ['𝒜 ', ''],
      ['bold ', 'b'],
      ['italic', 'bi'],
    ]);
  });

  it('link only to safe addresses', () => {
    expect(hrefs('https://example.com/')).toEqual(['https://example.com/']);
    expect(hrefs('javascript:alert(1)')).toEqual([undefined]);
    expect(hrefs('#3')).toEqual([undefined]);
  });

  it('name the ranges of the document that they are in, the shortest first', () => {
    const ranges = [
      { key: 'sentence', start: 90, end: 110 },
      { key: 'word', start: 102, end: 108 },
      { key: 'elsewhere', start: 0, end: 100 },
    ];
    const pieces = piecesOf({ text: '𝒜 tenant pays.', start: 100, marks: [] }, ranges);
    expect(pieces.map((piece) => [piece.text, piece.ranges])).toEqual([
      ['𝒜 ', ['sentence']],
      ['tenant', ['word', 'sentence']],
      [' p', ['sentence']],
      ['ays.', []],
    ]);
  });

  it('stay inside the text', () => {
    expect(piecesOf({ text: 'short', start: 0, marks: [mark(-3, 99, 'b')] }).map(({ text }) => text)).toEqual(['short']);
  });
});

it('lists are groups, and running heads are left out', () => {
  const blocks = blocksOf([item('PAGE_HEADER'), item('HEADING'), item('LIST_ITEM', 'a'), item('LIST_ITEM', 'b'), item('PARAGRAPH'), item('PAGE_FOOTER')]);
  expect(blocks.map((block) => (block.kind === 'list' ? block.items.length : block.item.kind))).toEqual(['HEADING', 2, 'PARAGRAPH']);
});

it('headings skip no level', () => {
  expect(blocksOf([heading(3), heading(3), heading(1), heading(4)]).map((block) => block.kind === 'item' && block.level)).toEqual([1, 2, 1, 2]);
});

it('cells are in rows, by column', () => {
  const rows = rowsOf({ rows: 3, cells: [cell(0, 1), cell(0, 0), cell(2, 0)] });
  expect(rows.map((row) => row.map(({ text }) => text))).toEqual([['00', '01'], ['20']]);
});
