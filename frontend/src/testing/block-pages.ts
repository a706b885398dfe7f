// Pages of a document with its structure, for tests.
import { findBlocks, type BlockItem } from '@/features/annotations/model/page-blocks';
import type { BlockReader } from '@/features/annotations/model/passages';
import { parseTokenPage } from '@/features/viewer/model/token-page';

import { encodeTokens, type TestToken } from './token-pages';

type Kind = BlockItem['kind'];
/** The kind of a block, and its lines: "/" at the end of a line is a break on purpose. A "|" separates the cells of a row. */
export type TestBlock = readonly [kind: Kind | 'CONTINUED', ...lines: string[]];

const SEPARATOR = /(\s+\|\s+|\s+)/;

interface Written {
  tokens: TestToken[];
  items: BlockItem[];
  text: string;
}

const separatorOf = (space: string) => (space.includes('|') ? '\t' : ' ');

/** Write a line of words on a grid; `row` is its number on the page. */
function writeLine(written: Written, line: string, row: number): void {
  const [first = '', ...rest] = line.split(SEPARATOR);
  let column = 0;
  const write = (text: string) => {
    written.tokens.push({ text, x: column * 0.05, y: row * 0.03, w: 0.04, h: 0.02, start: written.text.length });
    written.text += text;
    column += 1;
  };
  write(first);
  for (let index = 0; index < rest.length; index += 2) {
    written.text += separatorOf(rest[index] ?? ' ');
    write(rest[index + 1] ?? '');
  }
}

function writeBlock(written: Written, [kind, ...lines]: TestBlock, row: number, textStart: number): void {
  const start = written.text.length;
  for (const [index, line] of lines.entries()) {
    if (index > 0) written.text += kind === 'TABLE' || lines[index - 1]?.endsWith(' /') ? '\n' : ' ';
    writeLine(written, line.replace(/ \/$/, ''), row + index);
  }
  const end = written.text.length;
  const text = written.text.slice(start);
  written.items.push({ kind: kind === 'CONTINUED' ? 'PARAGRAPH' : kind, start: textStart + start, end: textStart + end, text, continues: kind === 'CONTINUED' });
}

function writePage(blocks: readonly TestBlock[], textStart: number): Written {
  const written: Written = { tokens: [], items: [], text: '' };
  let row = 0;
  for (const block of blocks) {
    if (written.text) written.text += '\n\n';
    writeBlock(written, block, row, textStart);
    row += block.length - 1;
  }
  return written;
}

export interface TestDocument extends BlockReader {
  /** return the text of spans, with bars between pages */
  textOf: (spans: readonly { page: number; first: number; last: number }[]) => string;
  /** return the position of a word */
  at: (text: string) => { page: number; token: number };
}

/** Return a document of blocks; `hasStructure` is false if the structure is not loaded. */
export function documentOf(pages: readonly (readonly TestBlock[])[], hasStructure = true): TestDocument {
  let textStart = 0;
  const written = pages.map((blocks) => {
    const page = writePage(blocks, textStart);
    const tokens = parseTokenPage(encodeTokens(page.tokens, textStart));
    textStart += page.text.length + 1;
    return findBlocks(tokens, hasStructure ? page.items : undefined);
  });
  const blocksOn = (page: number) => written[page - 1];
  return {
    words: { pageCount: pages.length, countOn: (page) => blocksOn(page)?.tokens.count ?? 0, peek: (page) => blocksOn(page)?.tokens },
    blocksOn,
    textOf: (spans) => spans.map(({ page, first, last }) => (blocksOn(page)?.tokens.texts ?? []).slice(first, last + 1).join(' ')).join(' | '),
    at: (text) => {
      const index = written.findIndex(({ tokens }) => tokens.texts.includes(text));
      return { page: index + 1, token: written[index]?.tokens.texts.indexOf(text) ?? 0 };
    },
  };
}
