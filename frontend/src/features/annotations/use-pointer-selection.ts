// Selecting with a pointer: a drag snaps to words and may cross lines and pages, two clicks take a word, three a sentence.
import { useEffect, useMemo, useState, type MouseEvent, type PointerEvent } from 'react';

import { nearestToken } from '@/features/viewer/model/token-page';

import { useGestures } from './model/gesture-store';
import { caretAt, comparePositions, passageAround, type Position, type Words } from './model/selection';

const FAR = 40;
const AGAIN = 400;
const STILL = 5;
const EDGE = 36;
const SCROLL_EVERY = 30;
const SCROLL_BY = 14;

interface Point {
  x: number;
  y: number;
}

interface Found {
  position: Position;
  distance: number;
}

interface Drag {
  anchor: Position;
  point: Point;
  moved: boolean;
  timer: number;
}

const away = (y: number, { top, bottom }: DOMRect) => Math.max(0, top - y, y - bottom);

/** The word nearest to a point, on the page that is nearest to it. */
function findWord(stack: HTMLElement, { x, y }: Point, words: Words): Found | null {
  const pages = [...stack.querySelectorAll<HTMLElement>('[data-page]')].map((element) => ({ element, box: element.getBoundingClientRect() }));
  const nearest = pages.toSorted((a, b) => away(y, a.box) - away(y, b.box))[0];
  if (!nearest) return null;
  const page = Number(nearest.element.dataset['page']);
  const tokens = words.peek(page);
  const found = tokens && nearestToken(tokens, { x: x - nearest.box.left, y: y - nearest.box.top }, nearest.box);
  return found ? { position: { page, token: found.token }, distance: found.distance } : null;
}

/** Browsers count clicks for mice, not for pointers. */
class ClickCounter {
  private last = { x: 0, y: 0, time: -Infinity, count: 0 };

  next({ x, y }: Point, time: number): number {
    const near = Math.hypot(x - this.last.x, y - this.last.y) < STILL && time - this.last.time < AGAIN;
    this.last = { x, y, time, count: near ? this.last.count + 1 : 1 };
    return this.last.count;
  }
}

/** What floats over the pages keeps its own pointers. */
const isFloating = ({ target }: { target: EventTarget }) => target instanceof Element && target.closest('[data-floating]') !== null;

export interface PointerOptions {
  words: Words;
  onTap: (position: Position | null) => void;
}

class PointerSelection {
  private drag: Drag | null = null;
  private readonly clicks = new ClickCounter();
  private options: PointerOptions;

  constructor(options: PointerOptions) {
    this.options = options;
  }

  /** Called after every drawing with what is true now. */
  attend(options: PointerOptions): void {
    this.options = options;
  }

  private get words(): Words {
    return this.options.words;
  }

  down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || event.pointerType === 'touch' || isFloating(event)) return;
    const stack = event.currentTarget;
    const point = { x: event.clientX, y: event.clientY };
    const found = findWord(stack, point, this.words);
    const clicks = this.clicks.next(point, event.timeStamp);
    stack.focus({ preventScroll: true });
    if (!found || found.distance > FAR) return this.options.onTap(null);
    if (clicks > 1) return this.takeUnit(found.position, clicks);
    this.start(event, found.position, point);
  }

  private start(event: PointerEvent<HTMLElement>, position: Position, point: Point): void {
    const stack = event.currentTarget;
    const { selection } = useGestures.getState();
    const anchor = event.shiftKey && selection ? selection.anchor : position;
    const timer = window.setInterval(() => this.scrollAtEdge(stack), SCROLL_EVERY);
    this.drag = { anchor, point, moved: event.shiftKey, timer };
    stack.setPointerCapture(event.pointerId);
    useGestures.getState().select({ anchor, head: position });
  }

  private takeUnit({ page, token }: Position, clicks: number): void {
    const tokens = this.words.peek(page);
    const range = clicks > 2 && tokens ? passageAround(tokens, token) : { first: token, last: token };
    useGestures.getState().select({ anchor: { page, token: range.first }, head: { page, token: range.last } });
  }

  move(event: PointerEvent<HTMLElement>): void {
    if (!this.drag) return;
    const point = { x: event.clientX, y: event.clientY };
    this.drag.moved ||= Math.hypot(point.x - this.drag.point.x, point.y - this.drag.point.y) > STILL;
    this.drag.point = this.drag.moved ? point : this.drag.point;
    if (this.drag.moved) this.extend(event.currentTarget);
  }

  private extend(stack: HTMLElement): void {
    const found = this.drag && findWord(stack, this.drag.point, this.words);
    if (!this.drag || !found) return;
    const { selection, select } = useGestures.getState();
    if (selection && comparePositions(selection.head, found.position) === 0) return;
    select({ anchor: this.drag.anchor, head: found.position });
  }

  private scrollAtEdge(stack: HTMLElement): void {
    const scroller = stack.parentElement;
    if (!scroller || !this.drag?.moved) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const { y } = this.drag.point;
    const by = y < top + EDGE ? -SCROLL_BY : y > bottom - EDGE ? SCROLL_BY : 0;
    if (by === 0) return;
    scroller.scrollBy(0, by);
    this.extend(stack);
  }

  up(): void {
    if (!this.drag) return;
    const { moved, anchor, timer } = this.drag;
    clearInterval(timer);
    this.drag = null;
    if (!moved) this.options.onTap(anchor);
  }

  /** A finger scrolls; a tap sets the caret. */
  tap(event: MouseEvent<HTMLElement>): void {
    if ((event.nativeEvent as globalThis.PointerEvent).pointerType !== 'touch' || isFloating(event)) return;
    const found = findWord(event.currentTarget, { x: event.clientX, y: event.clientY }, this.words);
    if (!found || found.distance > FAR) return this.options.onTap(null);
    useGestures.getState().select(caretAt(found.position));
    this.options.onTap(found.position);
  }
}

export function usePointerSelection(options: PointerOptions) {
  const [pointer] = useState(() => new PointerSelection(options));
  useEffect(() => pointer.attend(options));
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointer.down(event),
      onPointerMove: (event: PointerEvent<HTMLElement>) => pointer.move(event),
      onPointerUp: () => pointer.up(),
      onPointerCancel: () => pointer.up(),
      onClick: (event: MouseEvent<HTMLElement>) => pointer.tap(event),
    }),
    [pointer],
  );
}
