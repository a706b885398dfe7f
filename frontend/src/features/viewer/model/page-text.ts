// The text view of a page: its elements in groups, and the pieces of a text with their styles.
import type { TextItem } from '../api/page-text';
import { targetOf } from './links';

/** A range of the text of a document, in code points. */
export interface TextRange {
  key: string;
  start: number;
  end: number;
}

export interface Piece {
  key: number;
  text: string;
  /** any of: b bold, i italic, c code, s struck through */
  style: string;
  href: string | undefined;
  /** keys of the ranges that it is in, the shortest first */
  ranges: readonly string[];
}

type StyledText = Pick<TextItem, 'text' | 'marks' | 'start'>;

/** Return the parts of a text with the same style and in the same ranges. Marks have offsets in code points. */
export function piecesOf({ text, marks, start }: StyledText, within: readonly TextRange[] = []): Piece[] {
  const points = [...text];
  const clamp = (value: number) => Math.min(points.length, Math.max(0, value));
  const ranges = marks.map((mark) => ({ from: clamp(mark.start), to: clamp(mark.end), style: mark.style, link: mark.link }));
  const others = within
    .map((range) => ({ key: range.key, from: clamp(range.start - start), to: clamp(range.end - start), length: range.end - range.start }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => a.length - b.length);
  const bounds = [...new Set([0, points.length, ...[...ranges, ...others].flatMap(({ from, to }) => [from, to])])].toSorted((a, b) => a - b);
  return bounds.slice(0, -1).map((from, index) => {
    const to = bounds[index + 1] ?? points.length;
    const here = ranges.filter((range) => range.from <= from && range.to >= to);
    const target = targetOf(here.find(({ link }) => link)?.link ?? '');
    return {
      key: from,
      text: points.slice(from, to).join(''),
      style: here.map(({ style }) => style).join(''),
      href: target && 'href' in target ? target.href : undefined,
      ranges: others.filter((range) => range.from <= from && range.to >= to).map(({ key }) => key),
    };
  });
}

/** Running heads and feet repeat on every page. */
const RUNNING = new Set(['PAGE_HEADER', 'PAGE_FOOTER']);

export type Block = { kind: 'list'; items: TextItem[] } | { kind: 'item'; item: TextItem; level: number };

/** Return the elements of a page for reading: without running heads and feet, with the items of a list together, and with headings that skip no level. */
export function blocksOf(items: readonly TextItem[]): Block[] {
  const blocks: Block[] = [];
  let level = 0;
  for (const item of items) {
    if (RUNNING.has(item.kind)) continue;
    const last = blocks.at(-1);
    if (item.kind === 'TITLE' || item.kind === 'HEADING') level = Math.min(level + 1, Math.max(1, item.level ?? 1));
    if (item.kind !== 'LIST_ITEM') blocks.push({ kind: 'item', item, level });
    else if (last?.kind === 'list') last.items.push(item);
    else blocks.push({ kind: 'list', items: [item] });
  }
  return blocks;
}

export type TextCell = NonNullable<TextItem['table']>['cells'][number];

/** Return the cells of a table by row. */
export function rowsOf({ rows, cells }: NonNullable<TextItem['table']>): TextCell[][] {
  return Array.from({ length: rows }, (_, row) => cells.filter((cell) => cell.row === row).toSorted((a, b) => a.column - b.column)).filter((row) => row.length > 0);
}
