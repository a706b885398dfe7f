// A selection of words, from its anchor to its head.
import { lineOf, lineRange, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import { contains, covers, type Annotation, type Span } from './annotation';

export interface Position {
  page: number;
  token: number;
}

export interface Selection {
  anchor: Position;
  head: Position;
  /** if it is a single word: that it is selected, and not only the caret on it */
  isWord?: boolean;
  /** the other parts of a passage with gaps, in order */
  parts?: readonly Span[];
}

/** The number of words of every page, and the words of pages that are loaded. */
export interface Words {
  pageCount: number;
  countOn: (page: number) => number;
  peek: (page: number) => TokenPage | undefined;
}

export const comparePositions = (a: Position, b: Position) => a.page - b.page || a.token - b.token;

export const caretAt = (position: Position): Selection => ({ anchor: position, head: position });

/** Check whether no words from the anchor to the head are selected; there may be other parts. */
const isAtWord = ({ anchor, head, isWord = false }: Selection) => !isWord && comparePositions(anchor, head) === 0;

/** Return the word that the caret is on; null while words from an anchor to a head are selected. */
export const caretOf = (selection: Selection): Position | null => (isAtWord(selection) ? selection.head : null);

const hasParts = ({ parts }: Selection) => parts !== undefined && parts.length > 0;

export const isCaret = (selection: Selection) => isAtWord(selection) && !hasParts(selection);

/** Return the annotation that is selected, unless words beside it or inside it are. */
export function selectedAnnotation(active: Annotation | undefined, selection: Selection | null): Annotation | undefined {
  if (!active || !selection) return active;
  return isCaret(selection) && covers(active, selection.head.page, selection.head.token) ? active : undefined;
}

export function ordered({ anchor, head }: Selection): [Position, Position] {
  return comparePositions(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
}

/** Return the selected words, in order: of a part over page breaks, one span per page. */
export function spansOf(selection: Selection, words: Words): Span[] {
  if (!hasParts(selection)) return spansBetween(selection, words);
  return joinSpans([...(selection.parts ?? []), ...(isAtWord(selection) ? [] : spansBetween(selection, words))]);
}

/** Return one span per page from the anchor to the head. Pages without words have none. */
function spansBetween(selection: Selection, words: Words): Span[] {
  const [start, end] = ordered(selection);
  const spans: Span[] = [];
  for (let page = start.page; page <= end.page; page++) {
    const first = page === start.page ? start.token : 0;
    const last = page === end.page ? end.token : words.countOn(page) - 1;
    if (last >= first) spans.push({ page, first, last });
  }
  return spans;
}

/** Join neighbouring and overlapping spans of a page. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.page - b.page || a.first - b.first)) {
    const last = joined.at(-1);
    if (last?.page === span.page && span.first <= last.last + 1) joined[joined.length - 1] = { ...last, last: Math.max(last.last, span.last) };
    else joined.push(span);
  }
  return joined;
}

/** Return the parts of a passage: spans between which no word is left out belong together. */
export function partsOf(spans: readonly Span[], words: Words): Span[][] {
  const parts: Span[][] = [];
  for (const span of spans) {
    const last = parts.at(-1)?.at(-1);
    const next = last && stepWord({ page: last.page, token: last.last }, 1, words);
    if (next && comparePositions(next, { page: span.page, token: span.first }) === 0) parts.at(-1)?.push(span);
    else parts.push([span]);
  }
  return parts;
}

/** Return the parts of an annotation whose passage has gaps; none without gaps. */
export function gappedParts({ spans, box }: Pick<Annotation, 'spans' | 'box'>, words: Words): Span[][] {
  const parts = box ? [] : partsOf(spans, words);
  return parts.length > 1 ? parts : [];
}

/** Longer passages are hardly ever repeated. */
const MAX_REPEATED = 300;

/** Check whether passages equal to that of an annotation can be looked for. */
export const isRepeatable = (annotation: Annotation, words: Words): boolean => !annotation.box && annotation.quote.length <= MAX_REPEATED && gappedParts(annotation, words).length === 0;

/** Return the selection of a passage: its last part, from its first to its last word, and the other ones; null without words. */
export function selectionOf(spans: readonly Span[], words: Words): Selection | null {
  const parts = partsOf(spans, words);
  const part = parts.pop();
  const [first, last] = [part?.[0], part?.at(-1)];
  if (!first || !last) return null;
  return { anchor: { page: first.page, token: first.first }, head: { page: last.page, token: last.last }, ...(parts.length > 0 && { parts: parts.flat(), isWord: true }) };
}

/** Move the head of a selection; its other parts stay. */
export const extendTo = ({ anchor, parts }: Selection, head: Position): Selection => ({ anchor, head, ...(parts && { parts }) });

/** Return a caret that keeps the selected words as parts, if there are several. */
export const caretBeside = (selection: Selection | null, position: Position, words: Words): Selection =>
  selection && hasParts(selection) ? { ...caretAt(position), parts: spansOf(selection, words) } : caretAt(position);

/** Keep the selected words as a part, with the caret at their end; at a part, remove it; elsewhere, add the word at the caret. */
export function togglePart(selection: Selection, words: Words): Selection {
  const { head } = selection;
  const spans = hasParts(selection) || !isAtWord(selection) ? spansOf(selection, words) : [];
  if (!isAtWord(selection)) return { ...caretAt(head), parts: spans };
  const word = { page: head.page, first: head.token, last: head.token };
  const kept = partsOf(spans, words).filter((part) => !part.some((span) => contains(span, head.page, head.token)));
  const parts = kept.flat().length < spans.length ? kept.flat() : joinSpans([...spans, word]);
  return { ...caretAt(head), parts };
}

export const rangesOn = (spans: readonly Span[], page: number): TokenRange[] => spans.filter((span) => span.page === page);

/** Return the next page with words in a direction, or null at the end of the document. */
export function pageWithWords(page: number, direction: 1 | -1, words: Words): number | null {
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
