// Selection with the pointer: a drag selects whole words and may cross lines and pages, a double click selects a word, a triple click a sentence.
import { useEffect, useMemo, useState, type MouseEvent, type PointerEvent } from 'react';

import { nearestToken } from '@/features/viewer/model/token-page';
import { pointOnPage, type Point } from '@/features/viewer/model/turns';

import { readLoaded, readPages, type BlockLoader } from './block-loader';
import type { Span } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { boxBetween, type PagePoint } from './model/box';
import { sentenceAround, type BlockReader } from './model/passages';
import { caretAt, comparePositions, isCaret, selectionOf, spansOf, togglePart, type Position, type Selection, type Words } from './model/selection';

// Which page a point is on.

const distance = (value: number, from: number, to: number) => Math.max(0, from - value, value - to);

/** Return the page nearest to a point: of the nearest row. */
function findPage(stack: HTMLElement, { x, y }: Point) {
  const pages = [...stack.querySelectorAll<HTMLElement>('[data-page]')].map((element) => ({ element, page: Number(element.dataset['page']), box: element.getBoundingClientRect() }));
  const beside = ({ box }: (typeof pages)[number]) => distance(x, box.left, box.right);
  return pages.toSorted((a, b) => distance(y, a.box.top, a.box.bottom) - distance(y, b.box.top, b.box.bottom) || beside(a) - beside(b))[0];
}

/** Distances in pixels, times in milliseconds. */
const MAX_WORD_DISTANCE = 40;
const MULTI_CLICK_MS = 400;
const MOVE_THRESHOLD = 5;
const SCROLL_EDGE = 36;
const SCROLL_INTERVAL_MS = 30;
const SCROLL_STEP = 14;

interface NearestWord {
  position: Position;
  distance: number;
}

interface Drag {
  anchor: Position;
  /** the words that were selected before and stay so; absent if they do not */
  parts?: readonly Span[] | undefined;
  point: Point;
  moved: boolean;
  /** whether an end of an annotation is dragged */
  resizes: boolean;
  timer: number;
}

/** Return a point on the page nearest to it, or on the given page. */
function pagePoint(stack: HTMLElement, { x, y }: Point, page?: number): PagePoint | null {
  const element = page === undefined ? findPage(stack, { x, y })?.element : stack.querySelector<HTMLElement>(`[data-page="${page}"]`);
  if (!element) return null;
  const { point, size } = pointOnPage(element, { x, y });
  return { page: Number(element.dataset['page']), x: point.x / size.width, y: point.y / size.height };
}

/** Return the word nearest to a point, on the page nearest to it. */
function findWord(stack: HTMLElement, { x, y }: Point, words: Words): NearestWord | null {
  const nearest = findPage(stack, { x, y });
  if (!nearest) return null;
  const { page } = nearest;
  const tokens = words.peek(page);
  const { point, size } = pointOnPage(nearest.element, { x, y });
  const nearestWord = tokens && nearestToken(tokens, point, size);
  return nearestWord ? { position: { page, token: nearestWord.token }, distance: nearestWord.distance } : null;
}

/** Counts consecutive clicks: pointer events carry no click count. */
class ClickCounter {
  private last = { x: 0, y: 0, time: -Infinity, count: 0 };

  next({ x, y }: Point, time: number): number {
    const near = Math.hypot(x - this.last.x, y - this.last.y) < MOVE_THRESHOLD && time - this.last.time < MULTI_CLICK_MS;
    this.last = { x, y, time, count: near ? this.last.count + 1 : 1 };
    return this.last.count;
  }
}

/** Elements over the pages handle their own pointer events. */
const isFloating = ({ target }: { target: EventTarget }) => target instanceof Element && target.closest('[data-floating]') !== null;

/** The target of a click: the nearest word, unless it is far away, and the point. */
export interface Target {
  position: Position | null;
  /** false: the word is beside the point */
  onWord: boolean;
  point: PagePoint | null;
}

export interface PointerOptions {
  loader: BlockLoader;
  onTap: (target: Target) => void;
  /** returns what the tooltip of a word or a box says; empty if there is nothing to say */
  onHover?: (target: Target | null) => string;
  /** a box is being drawn; absent where boxes cannot be drawn */
  onDraw?: (() => void) | undefined;
  /** whether Ctrl, or ⌘, adds words to the selected ones */
  addsParts?: boolean;
  /** an end of the selected annotation is dragged; returns the end that stays */
  onDragEnd?: (side: AnnotationEnd) => Position | null;
  /** an end of the selected annotation was dropped */
  onDropEnd?: () => void;
}

/** Handles at the ends of an annotation have this attribute. */
export type AnnotationEnd = 'start' | 'end';

function draggedEnd({ target }: { target: EventTarget }): AnnotationEnd | null {
  const side = target instanceof Element ? target.closest<HTMLElement>('[data-end]')?.dataset['end'] : undefined;
  return side === 'start' || side === 'end' ? side : null;
}

const SAME_POINT = 0.01;

/** Check whether two clicks are on the same word, or on the same point beside words. */
export function isSameTarget({ position, onWord, point }: Target, last: Target): boolean {
  if (onWord && last.onWord) return position !== null && last.position !== null && comparePositions(position, last.position) === 0;
  return point !== null && last.point?.page === point.page && Math.hypot(point.x - last.point.x, point.y - last.point.y) < SAME_POINT;
}

function targetAt(stack: HTMLElement, point: Point, words: Words): Target {
  const word = findWord(stack, point, words);
  const position = word && word.distance <= MAX_WORD_DISTANCE ? word.position : null;
  return { position, onWord: word?.distance === 0, point: pagePoint(stack, point) };
}

// What double and triple clicks select: a word, and its sentence.

/** Select the words of a passage, besides other parts. */
function selectSpans(spans: readonly Span[], words: Words, others: readonly Span[] | undefined): Selection | null {
  const selection = selectionOf(spans, words);
  const parts = others || selection?.parts ? [...(others ?? []), ...(selection?.parts ?? [])] : undefined;
  const selected = selection && { ...selection, isWord: true, ...(parts && { parts }) };
  useAnnotatorState.getState().select(selected);
  return selected;
}

/** Select a word, besides other parts. */
function selectWord(loader: BlockLoader, { page, token }: Position, others: readonly Span[] | undefined): void {
  selectSpans([{ page, first: token, last: token }], loader.words, others);
  void loader.load(page); // a third click needs the paragraphs
}

/** Select the sentence around a word as far as its pages are loaded, and the whole one when they are. */
async function selectSentence(loader: BlockLoader, position: Position, others: readonly Span[] | undefined): Promise<void> {
  const read = (reader: BlockReader) => sentenceAround(reader, position);
  const { result, missing } = readLoaded(loader, read);
  const chosen = selectSpans(result, loader.words, others);
  if (missing.length === 0) return;
  const spans = await readPages(loader, read);
  const isSame = JSON.stringify(spans) === JSON.stringify(result);
  if (!isSame && useAnnotatorState.getState().selection === chosen) selectSpans(spans, loader.words, others);
}

class PointerSelection {
  private drag: Drag | null = null;
  /** when the last box was drawn */
  private drawn = -Infinity;
  /** where the drawing of a box began */
  private corner: { from: PagePoint; point: Point } | null = null;
  private readonly clicks = new ClickCounter();
  private options: PointerOptions;

  constructor(options: PointerOptions) {
    this.options = options;
  }

  /** Set the current options; called after every rendering. */
  update(options: PointerOptions): void {
    this.options = options;
  }

  private get words(): Words {
    return this.options.loader.words;
  }

  down(event: PointerEvent<HTMLElement>): void {
    const point = { x: event.clientX, y: event.clientY };
    // Also clicks on buttons and ends over the pages: a click on the same word after them is no double click.
    const clicks = this.clicks.next(point, event.timeStamp);
    const side = draggedEnd(event);
    if (side) return this.startResize(event, side);
    if (event.button !== 0) return;
    if (isFloating(event)) return;
    if (this.options.onDraw && (event.altKey || useAnnotatorState.getState().drawing)) return this.startBox(event);
    if (event.pointerType === 'touch') return;
    const stack = event.currentTarget;
    const target = targetAt(stack, point, this.words);
    stack.focus({ preventScroll: true });
    if (!target.position) return this.options.onTap(target);
    if (clicks > 1) return this.selectUnit(event, target.position, clicks);
    this.start(event, target.position, point);
  }

  private start(event: PointerEvent<HTMLElement>, position: Position, point: Point): void {
    const { selection, select } = useAnnotatorState.getState();
    const isExtended = event.shiftKey && selection !== null;
    const anchor = isExtended ? selection.anchor : position;
    const parts = isExtended ? selection.parts : this.partsBefore(event, selection);
    this.capture(event, { anchor, parts, point, moved: event.shiftKey, resizes: false });
    select({ anchor, head: position, ...(parts && { parts }) });
  }

  /** Return the selected words if they stay selected: with Ctrl, or ⌘, the words elsewhere become a further part. */
  private partsBefore({ ctrlKey, metaKey }: PointerEvent<HTMLElement>, selection: Selection | null): readonly Span[] | undefined {
    if (!(ctrlKey || metaKey) || !this.options.addsParts) return undefined;
    return selection && !isCaret(selection) ? spansOf(selection, this.words) : [];
  }

  private startBox(event: PointerEvent<HTMLElement>): void {
    const stack = event.currentTarget;
    const point = { x: event.clientX, y: event.clientY };
    const from = pagePoint(stack, point);
    if (!from) return;
    stack.focus({ preventScroll: true });
    stack.setPointerCapture(event.pointerId);
    this.corner = { from, point };
  }

  private drawTo(event: PointerEvent<HTMLElement>, { from, point }: { from: PagePoint; point: Point }): void {
    const { box, selectBox } = useAnnotatorState.getState();
    const to = { x: event.clientX, y: event.clientY };
    const isSmall = Math.hypot(to.x - point.x, to.y - point.y) < MOVE_THRESHOLD;
    const end = pagePoint(event.currentTarget, to, from.page);
    if (!end || (isSmall && !box)) return;
    if (!useAnnotatorState.getState().dragging) this.options.onDraw?.();
    selectBox(boxBetween(from, end), true);
  }

  private endBox({ timeStamp }: { timeStamp: number }): void {
    this.corner = null;
    const { box, dragging, selectBox, setDrawing } = useAnnotatorState.getState();
    if (!box || !dragging) return;
    this.drawn = timeStamp;
    selectBox(box);
    setDrawing(false);
  }

  private startResize(event: PointerEvent<HTMLElement>, side: AnnotationEnd): void {
    const anchor = this.options.onDragEnd?.(side);
    if (anchor) this.capture(event, { anchor, point: { x: event.clientX, y: event.clientY }, moved: false, resizes: true });
  }

  private capture(event: PointerEvent<HTMLElement>, drag: Omit<Drag, 'timer'>): void {
    const stack = event.currentTarget;
    const timer = window.setInterval(() => this.scrollAtEdge(stack), SCROLL_INTERVAL_MS);
    this.drag = { ...drag, timer };
    stack.setPointerCapture(event.pointerId);
  }

  private selectUnit(event: PointerEvent<HTMLElement>, position: Position, clicks: number): void {
    const parts = this.partsBefore(event, useAnnotatorState.getState().selection);
    if (clicks > 2) void selectSentence(this.options.loader, position, parts);
    else selectWord(this.options.loader, position, parts);
  }

  move(event: PointerEvent<HTMLElement>): void {
    if (this.corner) return this.drawTo(event, this.corner);
    if (!this.drag) return this.hover(event);
    const point = { x: event.clientX, y: event.clientY };
    this.drag.moved ||= Math.hypot(point.x - this.drag.point.x, point.y - this.drag.point.y) > MOVE_THRESHOLD;
    this.drag.point = this.drag.moved ? point : this.drag.point;
    if (this.drag.moved) this.extend(event.currentTarget);
  }

  /** Name the annotations under the pointer in a tooltip, and show by the cursor that it can be selected. */
  private hover(event: PointerEvent<HTMLElement>): void {
    const stack = event.currentTarget;
    const target = isFloating(event) ? null : targetAt(stack, { x: event.clientX, y: event.clientY }, this.words);
    const text = this.options.onHover?.(target) ?? '';
    if (stack.title === text) return;
    stack.title = text;
    stack.toggleAttribute('data-annotated', text !== '');
  }

  leave(): void {
    this.options.onHover?.(null);
  }

  private extend(stack: HTMLElement): void {
    const word = this.drag && findWord(stack, this.drag.point, this.words);
    if (!this.drag || !word) return;
    const { selection, select } = useAnnotatorState.getState();
    if (selection && comparePositions(selection.head, word.position) === 0) return;
    const { anchor, parts } = this.drag;
    select({ anchor, head: word.position, ...(parts && { parts }) });
  }

  private scrollAtEdge(stack: HTMLElement): void {
    const scroller = stack.parentElement;
    if (!scroller || !this.drag?.moved) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const { y } = this.drag.point;
    const by = y < top + SCROLL_EDGE ? -SCROLL_STEP : y > bottom - SCROLL_EDGE ? SCROLL_STEP : 0;
    if (by === 0) return;
    scroller.scrollBy(0, by);
    this.extend(stack);
  }

  up(event: PointerEvent<HTMLElement>): void {
    if (this.corner) return this.endBox(event);
    if (!this.drag) return;
    const { moved, resizes, anchor, parts, point, timer } = this.drag;
    clearInterval(timer);
    this.drag = null;
    if (resizes && moved) this.options.onDropEnd?.();
    else if (resizes) this.tapHandle(event.currentTarget, point);
    else if (parts && !moved) useAnnotatorState.getState().select(togglePart({ ...caretAt(anchor), parts }, this.words));
    else if (!moved) this.options.onTap({ ...targetAt(event.currentTarget, point, this.words), position: anchor });
  }

  /** Handle a click on the end of an annotation: handles cover short words, which are meant unless the handle is dragged. */
  private tapHandle(stack: HTMLElement, point: Point): void {
    this.options.onDropEnd?.();
    const target = targetAt(stack, point, this.words);
    if (target.position) useAnnotatorState.getState().select(caretAt(target.position));
    this.options.onTap(target);
  }

  /** Handle a tap: on touch screens a drag scrolls, and a tap sets the caret. */
  tap(event: MouseEvent<HTMLElement>): void {
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch' || isFloating(event)) return;
    if (event.timeStamp - this.drawn < MULTI_CLICK_MS) return; // the end of the drag that has drawn a box
    const target = targetAt(event.currentTarget, { x: event.clientX, y: event.clientY }, this.words);
    if (target.position) useAnnotatorState.getState().select(caretAt(target.position));
    this.options.onTap(target);
  }
}

export function usePointerSelection(options: PointerOptions) {
  const [pointer] = useState(() => new PointerSelection(options));
  useEffect(() => pointer.update(options));
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointer.down(event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => pointer.move(event),
      onPointerLeave: () => pointer.leave(),
      onPointerUp: (event: PointerEvent<HTMLElement>) => pointer.up(event),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => pointer.up(event),
      onClick: (event: MouseEvent<HTMLElement>) => pointer.tap(event),
    }),
    [pointer],
  );
}
