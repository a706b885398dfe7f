// Scrolling of the page stack: which pages exist, where the reader is, and how to bring something into view.
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';

import { anchorAt, GAP, pageAt, scrollTopOf, visiblePages, type Anchor, type Layout, type PageWindow } from './model/layout';
import type { RenderQueue } from './model/render-queue';
import type { Rect } from './model/token-page';

export interface StackHandle {
  /** `down` is how far down the page, as a fraction of it */
  goToPage: (page: number, down?: number) => void;
  /** brings a rectangle of a page (in fractions of it) into view, moving as little as possible */
  reveal: (page: number, rect: Rect) => void;
}

interface ScrollOptions {
  layout: Layout;
  startPage: number;
  handle: Ref<StackHandle>;
  onPage: (page: number) => void;
  queue: RenderQueue;
}

/** Faster than this nobody reads, so nothing is drawn; pixels per millisecond. */
const RUSH = 12;
const REST = 90;
const MARGIN = 96;

const sameWindow = (a: PageWindow, b: PageWindow) => a.first === b.first && a.last === b.last;

/** True while the reader is not rushing; a rush is over when scrolling rests. */
function useLive() {
  const [live, setLive] = useState(true);
  const last = useRef({ top: 0, time: 0 });
  const timer = useRef(0);
  const moved = useCallback((top: number) => {
    const now = performance.now();
    const speed = Math.abs(top - last.current.top) / Math.max(1, now - last.current.time);
    last.current = { top, time: now };
    clearTimeout(timer.current);
    if (speed > RUSH) {
      setLive(false);
      timer.current = window.setTimeout(() => setLive(true), REST);
    } else setLive(true);
  }, []);
  /** A jump is not a rush. */
  const jumped = useCallback((top: number) => {
    last.current = { top, time: performance.now() };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { live, moved, jumped };
}

function revealed(element: HTMLElement, layout: Layout, page: number, rect: Rect): number {
  const top = layout.tops[page - 1] ?? 0;
  const height = (layout.tops[page] ?? top) - top;
  const from = top + rect.y * height;
  const to = from + rect.height * height;
  const bottom = element.scrollTop + element.clientHeight;
  if (from >= element.scrollTop && to <= bottom) return element.scrollTop;
  return from < element.scrollTop || to - from > element.clientHeight ? from - MARGIN : to - element.clientHeight + MARGIN;
}

export function useScroll({ layout, startPage, handle, onPage, queue }: ScrollOptions) {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor>({ index: startPage - 1, fraction: 0 });
  const [pageWindow, setPageWindow] = useState<PageWindow>({ first: Math.max(0, startPage - 2), last: startPage });
  const { live, moved, jumped } = useLive();

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = visiblePages(layout, element.scrollTop, element.clientHeight);
    const page = pageAt(layout, element.scrollTop + element.clientHeight / 2) + 1;
    queue.setFocus(page);
    setPageWindow((before) => (sameWindow(before, next) ? before : next));
    return page;
  }, [layout, queue]);

  const moveTo = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element) return;
      jumped(top);
      element.scrollTop = top;
      anchor.current = anchorAt(layout, element.scrollTop);
      look();
    },
    [layout, jumped, look],
  );

  // A new layout (zoom, panel opened) keeps the reader at the same place of the same page.
  useLayoutEffect(() => moveTo(anchor.current.fraction === 0 ? scrollTopOf(layout, anchor.current) - GAP : scrollTopOf(layout, anchor.current)), [layout, moveTo]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => look());
    observer.observe(element);
    return () => observer.disconnect();
  }, [look]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    anchor.current = anchorAt(layout, element.scrollTop);
    moved(element.scrollTop);
    const page = look();
    if (page) onPage(page);
  };

  useImperativeHandle(
    handle,
    () => ({
      goToPage: (page, down = 0) => {
        moveTo(scrollTopOf(layout, { index: page - 1, fraction: down }) - GAP);
        onPage(page);
      },
      reveal: (page, rect) => {
        const element = scroller.current;
        if (!element) return;
        moveTo(revealed(element, layout, page, rect));
        onPage(page);
      },
    }),
    [layout, moveTo, onPage],
  );

  return { scroller, pageWindow, live, onScroll };
}
