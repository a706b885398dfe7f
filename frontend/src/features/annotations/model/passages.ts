// Sentences and paragraphs around words, also over page breaks, and the expansion of a selection from line to page.
import { lineOf, lineRange } from '@/features/viewer/model/token-page';

import type { Span } from './annotation';
import { blockIndex, isInBody, type Block, type PageBlocks } from './page-blocks';
import { comparePositions, ordered, pageWithWords, selectionOf, spansOf, type Position, type Selection, type Words } from './selection';
import { endsSentence, hasEndMark, startsLowerCase } from './sentence-end';

/** The words of a document and their blocks. */
export interface BlockReader {
  words: Words;
  /** return the blocks of a page; undefined if its words are not loaded */
  blocksOn: (page: number) => PageBlocks | undefined;
}

/** A part of a page, within one block. */
interface Place {
  page: number;
  blocks: PageBlocks;
  block: Block;
}

/** A passage without gaps, but for the headers and footers of pages. */
interface Passage {
  start: Position;
  end: Position;
}

function placeOf(reader: BlockReader, { page, token }: Position): Place | null {
  const blocks = reader.blocksOn(page);
  const block = blocks?.blocks[blockIndex(blocks, token)];
  return blocks && block ? { page, blocks, block } : null;
}

const textAt = ({ blocks }: Place, token: number) => blocks.tokens.texts[token] ?? '';
const firstText = (place: Place) => textAt(place, place.block.first);
const lastText = (place: Place) => textAt(place, place.block.last);
const startOf = ({ page, block }: Place): Position => ({ page, token: block.first });
const endOf = ({ page, block }: Place): Position => ({ page, token: block.last });

const MAY_CONTINUE: ReadonlySet<Block['kind']> = new Set(['PARAGRAPH', 'LIST_ITEM']);
/** Punctuation after which the next page begins another paragraph. */
const CLOSED = /[:;]["”’»)\]]*$/u;
const COMMA = /,["”’»)\]]*$/u;

/** Check whether a paragraph has several lines, as those have that a page break cuts. */
const hasLines = ({ blocks, block }: Place) => lineOf(blocks.tokens, block.first) < lineOf(blocks.tokens, block.last);

/** Check whether the last block of a page goes on in the first one of the next page. Where the parser of a PDF is not sure, the text decides. */
function goesOn(last: Place, next: Place): boolean {
  if (next.block.continues) return next.block.kind === last.block.kind;
  if (!MAY_CONTINUE.has(last.block.kind) || next.block.kind !== 'PARAGRAPH') return false;
  const text = lastText(last);
  if (CLOSED.test(text) || endsSentence(text, firstText(next))) return false;
  return startsLowerCase(firstText(next)) || COMMA.test(text) || hasLines(last);
}

/** Return the block at the end of the body of a page that is nearest to another page. */
function outermost(reader: BlockReader, page: number, direction: 1 | -1): Place | null {
  const number = pageWithWords(page, direction, reader.words);
  const blocks = number === null ? undefined : reader.blocksOn(number);
  const block = direction > 0 ? blocks?.blocks.find(isInBody) : blocks?.blocks.findLast(isInBody);
  return number !== null && blocks && block ? { page: number, blocks, block } : null;
}

/** Return the part of a paragraph on the next page in a direction; null if the paragraph ends on this page. */
function nextPart(reader: BlockReader, place: Place, direction: 1 | -1): Place | null {
  const { body } = place.blocks;
  const isLast = direction > 0 ? place.block.last === body?.last : place.block.first === body?.first;
  if (!isLast || !isInBody(place.block)) return null;
  const other = outermost(reader, place.page, direction);
  if (!other) return null;
  return (direction > 0 ? goesOn(place, other) : goesOn(other, place)) ? other : null;
}

/** Return the first word of the sentence that a word is in. */
function sentenceStart(reader: BlockReader, place: Place, from: number): Position {
  for (let token = from; token > place.block.first; token--) {
    if (endsSentence(textAt(place, token - 1), textAt(place, token))) return { page: place.page, token };
  }
  const before = nextPart(reader, place, -1);
  if (!before || endsSentence(lastText(before), firstText(place))) return startOf(place);
  return sentenceStart(reader, before, before.block.last);
}

function sentenceEnd(reader: BlockReader, place: Place, from: number): Position {
  for (let token = from; token < place.block.last; token++) {
    if (endsSentence(textAt(place, token), textAt(place, token + 1))) return { page: place.page, token };
  }
  const after = nextPart(reader, place, 1);
  if (!after || endsSentence(lastText(place), firstText(after))) return endOf(place);
  return sentenceEnd(reader, after, after.block.first);
}

/** Return the lines around a word up to those that were ended on purpose, as in addresses and tables of contents; without structure, its line. */
function linesAround({ page, blocks, block }: Place, { first, last }: { first: number; last: number }, token: number): Passage {
  if (block.kind === 'UNKNOWN') {
    const line = lineRange(blocks.tokens, lineOf(blocks.tokens, token));
    return { start: { page, token: Math.max(line.first, first) }, end: { page, token: Math.min(line.last, last) } };
  }
  let start = token;
  while (start > first && !blocks.lineStarts.has(start)) start -= 1;
  let end = token;
  while (end < last && !blocks.lineStarts.has(end + 1)) end += 1;
  return { start: { page, token: start }, end: { page, token: end } };
}

/** Return the sentence around a word. Its paragraph bounds it; words without an end mark are bounded by lines that were ended on purpose. */
function findSentence(reader: BlockReader, position: Position): Passage | null {
  const place = placeOf(reader, position);
  if (!place) return null;
  const start = sentenceStart(reader, place, position.token);
  const end = sentenceEnd(reader, place, position.token);
  if (start.page !== end.page || hasEndMark(textAt(place, end.token))) return { start, end };
  return linesAround(place, { first: start.token, last: end.token }, position.token);
}

function findParagraph(reader: BlockReader, position: Position): Passage | null {
  const place = placeOf(reader, position);
  if (!place) return null;
  let [first, last] = [place, place];
  for (let before = nextPart(reader, first, -1); before; before = nextPart(reader, first, -1)) first = before;
  for (let after = nextPart(reader, last, 1); after; after = nextPart(reader, last, 1)) last = after;
  return { start: startOf(first), end: endOf(last) };
}

/** In longer passages headers and footers stay, so that not all of the pages have to be loaded. */
const MAX_PAGES = 20;

/** Return the words of a passage by page. At page breaks, headers, footers and footnotes are left out, unless it starts or ends in them. */
function spansOfPassage(reader: BlockReader, { start, end }: Passage): Span[] {
  const whole = spansOf({ anchor: start, head: end, isWord: true }, reader.words);
  if (whole.length < 2 || whole.length > MAX_PAGES) return whole;
  return whole.flatMap((span) => {
    const body = reader.blocksOn(span.page)?.body;
    if (!body) return [span];
    const first = span.page > start.page && (span.page < end.page || end.token >= body.first) ? body.first : span.first;
    const last = span.page < end.page && (span.page > start.page || start.token <= body.last) ? body.last : span.last;
    return last >= first ? [{ ...span, first, last }] : [];
  });
}

/** Return the sentence around a word. */
export function sentenceAround(reader: BlockReader, position: Position): Span[] {
  const sentence = findSentence(reader, position);
  return sentence ? spansOfPassage(reader, sentence) : [{ page: position.page, first: position.token, last: position.token }];
}

const covers = (spans: readonly Span[], part: Span) => spans.some(({ page, first, last }) => page === part.page && first <= part.first && part.last <= last);
const coversAll = (spans: readonly Span[], parts: readonly Span[]) => parts.every((part) => covers(spans, part));

/** Return a passage from the start of one to the end of another. */
const between = (from: Passage | null, to: Passage | null): Passage | null => from && to && { start: from.start, end: to.end };

const later = (a: Position, b: Position) => (comparePositions(a, b) > 0 ? a : b);
const earlier = (a: Position, b: Position) => (comparePositions(a, b) < 0 ? a : b);

/** Return the lines of a passage, within its sentences. */
function linesOf(reader: BlockReader, { start, end }: Passage, sentences: Passage | null): Passage | null {
  const [first, last] = [reader.blocksOn(start.page), reader.blocksOn(end.page)];
  if (!first || !last || !sentences) return null;
  return {
    start: later(sentences.start, { page: start.page, token: lineRange(first.tokens, lineOf(first.tokens, start.token)).first }),
    end: earlier(sentences.end, { page: end.page, token: lineRange(last.tokens, lineOf(last.tokens, end.token)).last }),
  };
}

function tablesOf(reader: BlockReader, { start }: Passage): Passage[] {
  const tables = reader.blocksOn(start.page)?.tables ?? [];
  return tables.map(({ first, last }) => ({ start: { page: start.page, token: first }, end: { page: start.page, token: last } }));
}

/** Return the units around a passage, each within the next one: its lines, sentences, paragraphs, table and pages. */
function unitsAround(reader: BlockReader, passage: Passage): Span[][] {
  const { start, end } = passage;
  const sentences = between(findSentence(reader, start), findSentence(reader, end));
  const paragraphs = between(findParagraph(reader, start), findParagraph(reader, end));
  const units = [linesOf(reader, passage, sentences), sentences, paragraphs, ...tablesOf(reader, passage)].flatMap((unit) => (unit ? [spansOfPassage(reader, unit)] : []));
  const pages = { anchor: { page: start.page, token: 0 }, head: { page: end.page, token: reader.words.countOn(end.page) - 1 }, isWord: true };
  return [...units, spansOf(pages, reader.words)];
}

/** Return the passage that expands: a sentence or paragraph over a page break that is selected in parts, else the words from the anchor to the head. */
function expandedPassage(reader: BlockReader, selection: Selection, selected: readonly Span[]): Passage {
  const [start, end] = ordered(selection);
  if (!selection.parts?.length) return { start, end };
  const whole = [findParagraph(reader, start), findSentence(reader, start)].find((each) => each && coversAll(selected, spansOfPassage(reader, each)));
  return whole && comparePositions(whole.start, start) <= 0 && comparePositions(end, whole.end) <= 0 ? whole : { start, end };
}

/** Return the selection of the next larger unit around what is selected, or null if there is none. Parts elsewhere stay selected. */
export function expandSelection(reader: BlockReader, selection: Selection): Selection | null {
  const selected = spansOf(selection, reader.words);
  const passage = expandedPassage(reader, selection, selected);
  const words = spansOfPassage(reader, passage);
  const chosen = [...selected, ...words];
  const unit = unitsAround(reader, passage).find((each) => coversAll(each, words) && !coversAll(chosen, each));
  const expanded = unit && selectionOf(unit, reader.words);
  if (!expanded) return null;
  const others = (selection.parts ?? []).filter((part) => !covers(words, part));
  const parts = [...others, ...(expanded.parts ?? [])];
  return { ...expanded, ...(parts.length > 0 && { parts, isWord: true }) };
}
