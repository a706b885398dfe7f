// Scrolling of the page stack: which pages are rendered, what the current page is, and how to scroll to a position.
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';

import { anchorAt, currentPageAt, GAP, scrollTopOf, visiblePages, type Anchor, type Layout, type PageWindow } from './model/layout';
import type { RenderQueue } from './model/render-queue';
import type { Rect } from './model/token-page';
import { turnOf, turnRect } from './model/turns';

export interface StackHandle {
  /** `offset` is the distance from the top of the page, as a fraction of its height */
  goToPage: (page: number, offset?: number) => void;
  /** scroll a rectangle of a page (in fractions of the page) into view, as little as possible */
  reveal: (page: number, rect: Rect) => void;
  /** keep what is shown at a point of the window of the pages (in pixels) where it is, when the scale changes next */
  hold: (point: { x: number; y: number }) => void;
  /** return the page at the top of the window of the pages, and the distance from its top as a fraction of its height */
  place: () => Anchor;
}

interface Hold {
  anchor: Anchor;
  /** from the middle of the pages, in points */
  x: number;
  at: { x: number; y: number };
}

interface ScrollOptions {
  layout: Layout;
  startPage: number;
  startOffset: number;
  handle: Ref<StackHandle>;
  onPage: (page: number) => void;
  queue: RenderQueue;
}

/** Above this speed (pixels per millisecond) no pages are drawn. */
const FAST_SCROLL = 12;
/** milliseconds without scrolling after which drawing continues */
const REST_MS = 90;
const MARGIN = 96;

const sameWindow = (a: PageWindow, b: PageWindow) => a.first === b.first && a.last === b.last && a.firstVisible === b.firstVisible && a.lastVisible === b.lastVisible;

/** Track whether pages are drawn: not while the user scrolls fast. */
function useIsDrawing() {
  const [isDrawing, setIsDrawing] = useState(true);
  const last = useRef({ top: 0, time: 0 });
  const timer = useRef(0);
  const onMove = useCallback((top: number) => {
    const now = performance.now();
    const speed = Math.abs(top - last.current.top) / Math.max(1, now - last.current.time);
    last.current = { top, time: now };
    clearTimeout(timer.current);
    if (speed > FAST_SCROLL) {
      setIsDrawing(false);
      timer.current = window.setTimeout(() => setIsDrawing(true), REST_MS);
    } else setIsDrawing(true);
  }, []);
  /** Jumps do not count as fast scrolling. */
  const onJump = useCallback((top: number) => {
    last.current = { top, time: performance.now() };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { isDrawing, onMove, onJump };
}

/** Return the scroll position that shows a rectangle of a page. */
function scrollTopFor(element: HTMLElement, layout: Layout, page: number, box: Rect): number {
  const rect = turnRect(box, turnOf(layout.turns, page));
  const top = layout.tops[page - 1] ?? 0;
  const height = layout.heights[page - 1] ?? 0;
  const from = top + rect.y * height;
  const to = from + rect.height * height;
  const bottom = element.scrollTop + element.clientHeight;
  if (from >= element.scrollTop && to <= bottom) return element.scrollTop;
  return from < element.scrollTop || to - from > element.clientHeight ? from - MARGIN : to - element.clientHeight + MARGIN;
}

/** Return how to keep the place when the layout changes: what was held is at the same point of the window again, or else the place at the top. */
function topAfterChange(element: HTMLElement, layout: Layout, anchor: Anchor, held: Hold | null): number {
  if (!held) return anchor.fraction === 0 ? scrollTopOf(layout, anchor) - GAP : scrollTopOf(layout, anchor);
  element.scrollLeft = held.x * layout.scale + element.scrollWidth / 2 - held.at.x;
  return scrollTopOf(layout, held.anchor) - held.at.y;
}

export function useScroll({ layout, startPage, startOffset, handle, onPage, queue }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>({ index: startPage - 1, fraction: startOffset });
  const held = useRef<Hold | null>(null);
  const current = useRef(startPage);
  const [pageWindow, setPageWindow] = useState<PageWindow>({ first: Math.max(0, startPage - 2), last: startPage, firstVisible: startPage - 1, lastVisible: startPage - 1 });
  const { isDrawing, onMove, onJump } = useIsDrawing();

  const updateWindow = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = visiblePages(layout, element.scrollTop, element.clientHeight);
    current.current = currentPageAt(layout, element.scrollTop + element.clientHeight / 2, current.current);
    queue.setFocus(current.current);
    setPageWindow((before) => (sameWindow(before, next) ? before : next));
    return current.current;
  }, [layout, queue]);

  const moveTo = useCallback(
    (top: number, page = current.current) => {
      const element = scroller.current;
      if (!element) return;
      onJump(top);
      element.scrollTop = top;
      current.current = page;
      anchor.current = anchorAt(layout, element.scrollTop);
      updateWindow();
    },
    [layout, onJump, updateWindow],
  );

  // A new layout (after zooming, or opening a panel) keeps the position in the page.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) moveTo(topAfterChange(element, layout, anchor.current, held.current));
    held.current = null;
  }, [layout, moveTo]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => updateWindow());
    observer.observe(element);
    return () => observer.disconnect();
  }, [updateWindow]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorAt(layout, element.scrollTop);
    onMove(element.scrollTop);
    const page = updateWindow();
    if (page) onPage(page);
  };

  useImperativeHandle(
    handle,
    () => ({
      goToPage: (page, offset = 0) => {
        const { y } = turnRect({ x: 0, y: offset, width: 1, height: 0 }, turnOf(layout.turns, page));
        moveTo(scrollTopOf(layout, { index: page - 1, fraction: y }) - GAP, page);
        onPage(page);
      },
      reveal: (page, rect) => {
        const element = scroller.current;
        if (!element) return;
        moveTo(scrollTopFor(element, layout, page, rect), page);
        onPage(page);
      },
      hold: (at) => {
        const element = scroller.current;
        if (!element) return;
        const x = (element.scrollLeft + at.x - element.scrollWidth / 2) / layout.scale;
        held.current = { anchor: anchorAt(layout, element.scrollTop + at.y), x, at };
      },
      place: () => anchor.current,
    }),
    [layout, moveTo, onPage],
  );

  return { scroller, pageWindow, isDrawing, onScroll };
}
