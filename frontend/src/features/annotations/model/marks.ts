// The marks of annotations on the lines of a page. Each word is filled with the colour of one annotation, so that colours never mix,
// and underlines stay in the space between two lines.
import { lineOf, lineRange, rangeRects, type Rect, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import { isSuggestion, type Annotation } from './annotation';

/** A rectangle in fractions of the page. */
export interface Fill {
  color: string;
  rect: Rect;
}

export interface Underline extends Fill {
  suggested: boolean;
  /** whether it is an outline instead: that of a suggestion whose words have no other outline */
  outlined: boolean;
  /** underlines in different rows are drawn one below the other */
  row: number;
  /** the number of rows of this line */
  rows: number;
  /** the distance to the text below, in fractions of the page's height; negative if the boxes of the lines overlap */
  gap: number;
}

/** The number of annotations of a line for which there is no room below it. */
export interface HiddenUnderlines {
  /** "+2" */
  text: string;
  /** of the first of them */
  color: string;
  /** the line */
  rect: Rect;
  /** where nothing is right and left of it, the nearest first, in fractions of the page's width */
  free: readonly Room[];
}

/** A part of the width of a page. */
export interface Room {
  from: number;
  to: number;
}

interface Run extends TokenRange {
  color: string;
}

interface Piece extends Run {
  annotation: string;
  suggested: boolean;
}

const MAX_ROWS = 4;
/** The share of a line's height that the text beside it has. */
const SHARE = 0.7;

/** Return the parts of annotations by line of the page. */
function piecesByLine(annotations: readonly Annotation[], tokens: TokenPage, page: number): Map<number, Piece[]> {
  const lines = new Map<number, Piece[]>();
  for (const { spans, label, box, ...annotation } of annotations) {
    if (box) continue;
    for (const span of spans) {
      if (span.page !== page) continue;
      const last = Math.min(span.last, tokens.count - 1);
      for (let first = span.first; first <= last; ) {
        const line = lineOf(tokens, first);
        const end = Math.min(last, lineRange(tokens, line).last);
        const piece = { annotation: annotation.uuid, first, last: end, color: label.color, suggested: isSuggestion(annotation) };
        const pieces = lines.get(line);
        if (pieces) pieces.push(piece);
        else lines.set(line, [piece]);
        first = end + 1;
      }
    }
  }
  return lines;
}

const length = ({ first, last }: TokenRange) => last - first;

/** Return ranges in which the shortest piece is the same. */
function topmostRuns(pieces: readonly Piece[]): Run[] {
  const colors = new Map<number, string>();
  for (const { first, last, color } of pieces.toSorted((a, b) => length(b) - length(a))) {
    for (let token = first; token <= last; token++) colors.set(token, color);
  }
  const runs: Run[] = [];
  for (const [token, color] of [...colors].toSorted(([a], [b]) => a - b)) {
    const run = runs.at(-1);
    if (run && run.last === token - 1 && run.color === color) run.last = token;
    else runs.push({ first: token, last: token, color });
  }
  return runs;
}

/** Return the row of each piece, such that pieces in one row do not overlap. */
function assignRows(pieces: readonly Piece[]): number[] {
  const ends: number[] = [];
  return pieces.map(({ first, last }) => {
    const free = ends.findIndex((end) => end < first);
    const row = free < 0 ? ends.length : free;
    ends[row] = last;
    return row;
  });
}

/** Return the suggestions among the pieces that have an outline: outlines never overlap. */
function outlinedPieces(pieces: readonly Piece[]): ReadonlySet<Piece> {
  const suggested = pieces.filter((piece) => piece.suggested);
  const rows = assignRows(suggested);
  return new Set(suggested.filter((_, index) => rows[index] === 0));
}

const overlapsSideways = (a: Rect, b: Rect) => a.x < b.x + b.width && b.x < a.x + a.width;

/** Return the distance from the bottom of a line to the nearest text below it. */
function gapBelow(box: Rect, lines: readonly Rect[]): number {
  const middle = box.y + box.height / 2;
  const below = lines.filter((other) => other.y > middle && overlapsSideways(box, other));
  return Math.min(1, ...below.map(({ y }) => y)) - box.y - box.height;
}

const overlapsInHeight = (a: Rect, b: Rect) => a.y < b.y + b.height && b.y < a.y + a.height;

/** Return where no line is beside the lower part of a line, in which its number has room; the nearest first. */
function roomBeside(box: Rect, lines: readonly Rect[]): Room[] {
  const lower = { ...box, y: box.y + (1 - SHARE) * box.height, height: SHARE * box.height };
  const rooms: Room[] = [];
  let from = 0;
  for (const { x, width } of lines.filter((line) => overlapsInHeight(lower, line)).toSorted((a, b) => a.x - b.x)) {
    if (x > from) rooms.push({ from, to: x });
    from = Math.max(from, x + width);
  }
  if (from < 1) rooms.push({ from, to: 1 });
  const end = box.x + box.width;
  const distance = (room: Room) => (room.from >= end ? room.from - end : box.x - room.to);
  return rooms.toSorted((a, b) => distance(a) - distance(b) || b.from - a.from);
}

export interface PageMarks {
  fills: readonly Fill[];
  underlines: readonly Underline[];
  hidden: readonly HiddenUnderlines[];
}

/** Return the fills and underlines of a page. A line has underlines in four rows; the number of the others stands beside it. */
export function marksOf(annotations: readonly Annotation[], tokens: TokenPage, page: number): PageMarks {
  const fills: Fill[] = [];
  const underlines: Underline[] = [];
  const hidden: HiddenUnderlines[] = [];
  const boxes = annotations.length > 0 ? rangeRects(tokens, { first: 0, last: tokens.count - 1 }) : [];
  const rectOf = (range: TokenRange) => rangeRects(tokens, range)[0];
  for (const [line, unsorted] of piecesByLine(annotations, tokens, page)) {
    const pieces = unsorted.toSorted((a, b) => a.first - b.first || b.last - a.last);
    const rows = assignRows(pieces);
    const outlined = outlinedPieces(pieces);
    const box = boxes[line];
    if (!box) continue;
    for (const run of topmostRuns(pieces)) {
      const rect = rectOf(run);
      if (rect) fills.push({ color: run.color, rect });
    }
    for (const [index, piece] of pieces.entries()) {
      const rect = rectOf(piece);
      const row = rows[index] ?? 0;
      if (!rect || row >= MAX_ROWS) continue;
      const place = { rect: { ...rect, y: box.y, height: box.height }, row, rows: Math.min(MAX_ROWS, Math.max(...rows) + 1), gap: gapBelow(box, boxes) };
      underlines.push({ color: piece.color, suggested: piece.suggested, outlined: outlined.has(piece), ...place });
    }
    const others = pieces.filter((_, index) => (rows[index] ?? 0) >= MAX_ROWS);
    const [first] = others;
    if (first) hidden.push({ text: `+${new Set(others.map(({ annotation }) => annotation)).size}`, color: first.color, rect: box, free: roomBeside(box, boxes) });
  }
  return { fills, underlines, hidden };
}

/** The position of an underline in pixels. */
export interface Stroke {
  y: number;
  thickness: number;
}

const THICK = 2;
/** space between underlines, and between the last one and the text below */
const SPACE = 1;
/** The part of a line below the baseline, in which only the tails of some characters are. */
const BELOW_BASELINE = 0.16;
/** Thinner lines could not be seen. */
const THINNEST = 0.4;
/** The part of the room of each underline that it fills, where there is little. */
const FILLED = 0.7;

/**
 * Return where an underline is drawn on a page of a height in pixels. Where the gap is too small, it moves up as far as the baseline of its own
 * line, and then all of the line become thinner.
 */
export function strokeOf({ rect, row, rows, gap }: Pick<Underline, 'rect' | 'row' | 'rows' | 'gap'>, height: number): Stroke {
  const bottom = (rect.y + rect.height) * height;
  const free = gap * height;
  const limit = bottom + free - Math.max(0, Math.min(SPACE, free / 2));
  const baseline = bottom - BELOW_BASELINE * rect.height * height;
  const room = Math.max(rows * THINNEST, limit - baseline);
  const isWide = room >= rows * (THICK + SPACE) - SPACE;
  const step = isWide ? THICK + SPACE : room / rows;
  const thickness = isWide ? THICK : Math.max(THINNEST, step * FILLED);
  const needed = (rows - 1) * step + thickness;
  return { y: Math.min(bottom, limit - needed) + row * step, thickness };
}

/** Pixels: larger text would look like a part of the page, smaller text could not be read. */
const LARGEST = 11;
const SMALLEST = 6;
/** The width of a digit, and the space beside the text, as shares of its height. */
const DIGIT = 0.65;
const MARGIN = 0.4;

/**
 * Return where the number of hidden underlines is drawn on a page of a size in pixels: beside the line, smaller if there is little room, else in
 * the nearest space at its height, as in the margin of the page. Where there is none, it stands on the end of its own line.
 */
export function placeOfNumber({ text, rect, free }: HiddenUnderlines, page: { width: number; height: number }): Rect {
  const largest = Math.min(LARGEST, SHARE * rect.height * page.height);
  const share = text.length * DIGIT + 2 * MARGIN;
  const end = (rect.x + rect.width) * page.width;
  const heightIn = ({ from, to }: Room) => Math.min(largest, ((to - from) * page.width) / share);
  const isBeside = ({ from, to }: Room) => from <= rect.x + rect.width && to >= rect.x;
  const room = free.find((each) => isBeside(each) && heightIn(each) >= largest) ?? free.find((each) => heightIn(each) >= Math.min(largest, SMALLEST));
  const height = room ? heightIn(room) : largest;
  const width = text.length * DIGIT * height;
  const isAfter = room !== undefined && room.from * page.width >= end;
  const x = isAfter ? room.from * page.width + MARGIN * height : (room ? room.to * page.width : end) - MARGIN * height - width;
  return { x, y: (rect.y + rect.height) * page.height - height, width, height };
}
