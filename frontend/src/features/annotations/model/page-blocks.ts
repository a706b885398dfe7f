// The paragraphs, headings, list items and cells of a page, as ranges of its words.
import type { StructureItem } from '@/features/viewer/api/structure';
import type { TokenPage, TokenRange } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

export type BlockItem = Pick<StructureItem, 'kind' | 'start' | 'end' | 'text' | 'continues'>;

export interface Block extends TokenRange {
  /** UNKNOWN: text between empty lines, which the parser has given no kind */
  kind: BlockItem['kind'] | 'CELL' | 'UNKNOWN';
  /** whether it continues the last block of its kind, after a page or column break */
  continues: boolean;
}

export interface PageBlocks {
  tokens: TokenPage;
  /** in order; each word is in one of them */
  blocks: readonly Block[];
  tables: readonly TokenRange[];
  /** the words that begin a line because the line before was ended on purpose */
  lineStarts: ReadonlySet<number>;
  /** the words between the header and the footer of the page; null if there are none */
  body: TokenRange | null;
  /** false: the structure is not loaded */
  isComplete: boolean;
}

const BESIDE_BODY: ReadonlySet<Block['kind']> = new Set(['PAGE_HEADER', 'PAGE_FOOTER', 'FOOTNOTE']);

export const isInBody = ({ kind }: Block) => !BESIDE_BODY.has(kind);

const startOf = (page: TokenPage, token: number) => page.textStart + (page.start[token] ?? 0);
const endOf = (page: TokenPage, token: number) => startOf(page, token) + codePointLength(page.texts[token] ?? '');

/** Characters between words on both sides of an empty line. */
const EMPTY_LINE = 2;

/** Add words that belong to no item, split at empty lines. */
function addUnknown(blocks: Block[], page: TokenPage, from: number, to: number): void {
  for (let token = from; token < to; token++) {
    const last = blocks.at(-1);
    const isNew = token === from || startOf(page, token) - endOf(page, token - 1) >= EMPTY_LINE;
    if (isNew || !last) blocks.push({ first: token, last: token, kind: 'UNKNOWN', continues: false });
    else last.last = token;
  }
}

/** Return the white space before each word of an item. */
function separatorsOf(page: TokenPage, { first, last }: TokenRange, item: BlockItem): string[] {
  const characters = [...item.text];
  const separators: string[] = [];
  for (let token = first; token <= last; token++) {
    separators.push(token === first ? '' : characters.slice(endOf(page, token - 1) - item.start, startOf(page, token) - item.start).join(''));
  }
  return separators;
}

/** Add the cells of a table: tabs and line breaks separate them. */
function addCells(blocks: Block[], { first }: TokenRange, separators: readonly string[]): void {
  for (const [index, separator] of separators.entries()) {
    const last = blocks.at(-1);
    if (index === 0 || /[\t\n]/.test(separator) || !last) blocks.push({ first: first + index, last: first + index, kind: 'CELL', continues: false });
    else last.last = first + index;
  }
}

/** Return the words of an item that has any from a word on. Words and items are in the order of the text. */
function rangeOf(page: TokenPage, item: BlockItem, from: number): TokenRange | null {
  if (item.end <= item.start) return null; // a figure
  let first = from;
  while (first < page.count && startOf(page, first) < item.start) first += 1;
  let next = first;
  while (next < page.count && startOf(page, next) < item.end) next += 1;
  return next > first ? { first, last: next - 1 } : null;
}

function bodyOf(blocks: readonly Block[]): TokenRange | null {
  const first = blocks.find(isInBody);
  const last = blocks.findLast(isInBody);
  return first && last ? { first: first.first, last: last.last } : null;
}

/** Return the blocks of a page. Without its structure, empty lines separate them. */
export function findBlocks(tokens: TokenPage, items: readonly BlockItem[] | undefined): PageBlocks {
  const blocks: Block[] = [];
  const tables: TokenRange[] = [];
  const lineStarts = new Set<number>();
  let next = 0;
  for (const item of (items ?? []).toSorted((a, b) => a.start - b.start)) {
    const range = rangeOf(tokens, item, next);
    if (!range) continue;
    addUnknown(blocks, tokens, next, range.first);
    const separators = separatorsOf(tokens, range, item);
    if (item.kind === 'TABLE') {
      tables.push(range);
      addCells(blocks, range, separators);
    } else {
      blocks.push({ ...range, kind: item.kind, continues: item.continues });
      for (const [index, separator] of separators.entries()) if (separator.includes('\n')) lineStarts.add(range.first + index);
    }
    next = range.last + 1;
  }
  addUnknown(blocks, tokens, next, tokens.count);
  return { tokens, blocks, tables, lineStarts, body: bodyOf(blocks), isComplete: items !== undefined };
}

/** Return the index of the block of a word. */
export function blockIndex({ blocks }: PageBlocks, token: number): number {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.first ?? 0) <= token) low = middle;
    else high = middle - 1;
  }
  return low;
}
