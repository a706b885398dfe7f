// A selection of words, from its anchor to its head.
import { lineOf, lineRange, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import { covers, type Annotation, type Span } from './annotation';

export interface Position {
  page: number;
  token: number;
}

export interface Selection {
  anchor: Position;
  head: Position;
  /** a single word is selected, not only the caret on it */
  isWord?: boolean;
}

/** The number of words of every page, and the words of pages that are loaded. */
export interface Words {
  pageCount: number;
  countOn: (page: number) => number;
  peek: (page: number) => TokenPage | undefined;
}

export const comparePositions = (a: Position, b: Position) => a.page - b.page || a.token - b.token;

export const caretAt = (position: Position): Selection => ({ anchor: position, head: position });

export const isCaret = ({ anchor, head, isWord = false }: Selection) => !isWord && comparePositions(anchor, head) === 0;

/** Return the annotation that is selected, unless words beside it or inside it are. */
export function selectedAnnotation(active: Annotation | undefined, selection: Selection | null): Annotation | undefined {
  if (!active || !selection) return active;
  return isCaret(selection) && covers(active, selection.head.page, selection.head.token) ? active : undefined;
}

export function ordered({ anchor, head }: Selection): [Position, Position] {
  return comparePositions(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
}

/** Return one span per page. Pages without words have none. */
export function spansOf(selection: Selection, words: Words): Span[] {
  const [start, end] = ordered(selection);
  const spans: Span[] = [];
  for (let page = start.page; page <= end.page; page++) {
    const first = page === start.page ? start.token : 0;
    const last = page === end.page ? end.token : words.countOn(page) - 1;
    if (last >= first) spans.push({ page, first, last });
  }
  return spans;
}

/** Return the selection of a passage, from its first to its last word; null if it has none. */
export function selectionOf(spans: readonly Span[]): Selection | null {
  const [first] = spans;
  const last = spans.at(-1);
  return first && last ? { anchor: { page: first.page, token: first.first }, head: { page: last.page, token: last.last } } : null;
}

export const rangeOn = (spans: readonly Span[], page: number): TokenRange | null => spans.find((span) => span.page === page) ?? null;

/** Return the next page with words in a direction, or null at the end of the document. */
function pageWithWords(page: number, direction: 1 | -1, words: Words): number | null {
  for (let next = page + direction; next >= 1 && next <= words.pageCount; next += direction) {
    if (words.countOn(next) > 0) return next;
  }
  return null;
}

export function stepWord(position: Position, direction: 1 | -1, words: Words): Position {
  const token = position.token + direction;
  if (token >= 0 && token < words.countOn(position.page)) return { page: position.page, token };
  const page = pageWithWords(position.page, direction, words);
  if (page === null) return position;
  return { page, token: direction > 0 ? 0 : words.countOn(page) - 1 };
}

/** Return the page that must be loaded before the caret can move by a line, or null. */
export function missingForLineStep(position: Position, direction: 1 | -1, words: Words): number | null {
  const page = words.peek(position.page);
  if (!page) return position.page;
  const line = lineOf(page, position.token) + direction;
  if (line >= 0 && line < page.lines.length) return null;
  const next = pageWithWords(position.page, direction, words);
  return next !== null && words.peek(next) === undefined ? next : null;
}

const middleOf = (page: TokenPage, token: number) => (page.x[token] ?? 0) + (page.w[token] ?? 0) / 2;

function nearestByX(page: TokenPage, { first, last }: TokenRange, x: number): number {
  let best = first;
  for (let token = first; token <= last; token++) {
    if (Math.abs(middleOf(page, token) - x) < Math.abs(middleOf(page, best) - x)) best = token;
  }
  return best;
}

/** Return the position one line up or down, in the same column. */
export function stepLine(position: Position, direction: 1 | -1, words: Words): Position {
  const page = words.peek(position.page);
  if (!page) return position;
  const x = middleOf(page, position.token);
  const line = lineOf(page, position.token) + direction;
  if (line >= 0 && line < page.lines.length) return { page: position.page, token: nearestByX(page, lineRange(page, line), x) };
  const number = pageWithWords(position.page, direction, words);
  const next = number === null ? undefined : words.peek(number);
  if (number === null || !next) return position;
  return { page: number, token: nearestByX(next, lineRange(next, direction > 0 ? 0 : next.lines.length - 1), x) };
}

export function lineEnd(position: Position, side: 'first' | 'last', words: Words): Position {
  const page = words.peek(position.page);
  if (!page) return position;
  return { page: position.page, token: lineRange(page, lineOf(page, position.token))[side] };
}

const size = ({ first, last }: TokenRange) => last - first;

const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/u;

/** Return the sentence around a word, within its page. */
export function sentenceAround(page: TokenPage, token: number): TokenRange {
  const ends = (index: number) => SENTENCE_END.test(page.texts[index] ?? '');
  let first = token;
  while (first > 0 && !ends(first - 1)) first -= 1;
  let last = token;
  while (last < page.count - 1 && !ends(last)) last += 1;
  return { first, last };
}

const MAX_SENTENCE_LENGTH = 80;

/** Return the selection of a triple click: the sentence, or the line if no sentence ends nearby, as in a table of contents. */
export function passageAround(page: TokenPage, token: number): TokenRange {
  const sentence = sentenceAround(page, token);
  return size(sentence) < MAX_SENTENCE_LENGTH ? sentence : lineRange(page, lineOf(page, token));
}

/** Return the smallest larger unit around a range (its lines, sentence, structure item or page), or null if there is none. */
export function expandRange(page: TokenPage, range: TokenRange, structure: readonly TokenRange[]): TokenRange | null {
  const lines = { first: lineRange(page, lineOf(page, range.first)).first, last: lineRange(page, lineOf(page, range.last)).last };
  const sentence = { first: sentenceAround(page, range.first).first, last: sentenceAround(page, range.last).last };
  const units = [lines, sentence, ...structure, { first: 0, last: page.count - 1 }];
  const larger = units.filter((unit) => unit.first <= range.first && unit.last >= range.last && size(unit) > size(range));
  return larger.toSorted((a, b) => size(a) - size(b))[0] ?? null;
}
