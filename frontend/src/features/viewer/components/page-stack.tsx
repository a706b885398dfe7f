import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, type HTMLAttributes, type ReactNode, type Ref } from 'react';

import { reportFirstView, whenIdle } from '@/lib/first-view';
import { useStableUrl } from '@/lib/signed-url';

import { GUTTER, shownPage, type Layout, type PageInfo } from '../model/layout';
import { RenderQueue } from '../model/render-queue';
import { turnTransform } from '../model/turns';
import { hasPreview, keepPreview, previewOf } from '../page-previews';
import { drawPage } from '../pdf-document';
import { usePinch, type ZoomChange } from '../use-pinch';
import { useScroll, type StackHandle } from '../use-scroll';
import styles from './page-stack.module.css';

interface PageRasterProps {
  pdf: PDFDocumentProxy | null;
  queue: RenderQueue;
  page: number;
  scale: number;
  /** false while the user scrolls fast */
  isDrawing: boolean;
}

/** Show a small picture of the page until it is drawn, and keep one of what was drawn for the next time. */
function usePreview(pdf: PDFDocumentProxy | null, page: number) {
  const preview = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const picture = pdf && !drawn.current && previewOf(pdf, page);
    if (picture) preview.current?.replaceChildren(picture);
    return () => {
      const canvas = drawn.current;
      drawn.current = null;
      // A copy is made of pages without a small picture only: until then the large one is in memory.
      if (pdf && canvas && !hasPreview(pdf, page)) whenIdle(() => keepPreview(pdf, page, canvas));
    };
  }, [pdf, page]);
  const onDrawn = useCallback((canvas: HTMLCanvasElement) => {
    drawn.current = canvas;
    preview.current?.replaceChildren();
  }, []);
  return { preview, onDrawn };
}

/** The image of a page. It stays visible until the next one is drawn, so that zooming does not flash. */
function PageRaster({ pdf, queue, page, scale, isDrawing }: PageRasterProps) {
  const container = useRef<HTMLDivElement>(null);
  const { preview, onDrawn } = usePreview(pdf, page);
  useEffect(() => {
    const element = container.current;
    if (!pdf || !isDrawing || !element) return;
    const draw = async (signal: AbortSignal) => {
      const canvas = await drawPage(pdf, page, scale, signal);
      element.replaceChildren(canvas);
      onDrawn(canvas);
      reportFirstView();
    };
    return queue.add({ page, draw });
  }, [pdf, queue, page, scale, isDrawing, onDrawn]);
  return (
    <>
      <div ref={preview} className={styles['raster']} aria-hidden="true" data-page-preview={page} />
      <div ref={container} className={styles['raster']} aria-hidden="true" data-page-raster={page} />
    </>
  );
}

export interface PagePixels {
  width: number;
  height: number;
}

interface PageStackProps {
  pages: readonly PageInfo[];
  pdf: PDFDocumentProxy | null;
  layout: Layout;
  startPage: number;
  /** from the top of the first page that is shown, as a fraction of its height */
  startOffset?: number;
  /** shown on the first page until it is drawn */
  thumbnailUrl: string | null;
  handle: Ref<StackHandle>;
  /** event handlers and ARIA attributes of the pages */
  surface: HTMLAttributes<HTMLDivElement>;
  surfaceRef: Ref<HTMLDivElement>;
  onPage: (page: number) => void;
  onDrawError: (error: unknown) => void;
  /** called when the user zooms with the wheel or a double tap */
  onZoom?: (change: ZoomChange) => void;
  /** the layers over the image of a page */
  overlay: (page: PageInfo, size: PagePixels, isVisible: boolean) => ReactNode;
  /** elements over the pages, in the coordinates of the stack */
  children?: ReactNode;
}

interface PageSheetProps {
  page: PageInfo;
  layout: Layout;
  top: number | undefined;
  /** from the middle of the stack */
  middle: number | undefined;
  children: (size: PagePixels) => ReactNode;
}

/** A page at its place. The layers on its sheet have the size of the page as it is in the file, and are turned with it. */
function PageSheet({ page, layout, top, middle = 0, children }: PageSheetProps) {
  const { turn, width, height } = shownPage(layout, page);
  const size = { width: page.width * layout.scale, height: page.height * layout.scale };
  return (
    <div className={styles['page']} style={{ width, height, top, ...(middle !== 0 && { left: `calc(50% + ${middle}px)` }) }} data-page={page.number} data-turn={turn}>
      <div className={styles['sheet']} style={{ ...size, transform: turnTransform(turn) }}>
        {children(size)}
      </div>
    </div>
  );
}

/** The pages of a document. Only visible pages and their neighbours are rendered. The server sends the sizes of all pages, so the scroll bar is correct. */
export function PageStack(props: PageStackProps) {
  const { pages, pdf, layout, startPage, startOffset = 0, handle, surface, surfaceRef, onPage, onDrawError, onZoom, overlay, children } = props;
  const thumbnailUrl = useStableUrl(props.thumbnailUrl);
  const { scale } = layout;
  const queue = useMemo(() => new RenderQueue(onDrawError), [onDrawError]);
  const { scroller, pageWindow, isDrawing, onScroll } = useScroll({ layout, startPage, startOffset, handle, onPage, queue });
  usePinch(scroller, onZoom);
  const rendered = pages.slice(pageWindow.first, pageWindow.last + 1);
  return (
    <div ref={scroller} className={styles['scroller']} onScroll={onScroll} data-testid="pages">
      <div ref={surfaceRef} className={styles['stack']} style={{ height: layout.height, minWidth: layout.width + 2 * GUTTER }} {...surface}>
        {rendered.map((page, index) => {
          const number = pageWindow.first + index;
          return (
            <PageSheet key={page.number} page={page} layout={layout} top={layout.tops[number]} middle={layout.middles[number]}>
              {(size) => (
                <>
                  {page.number === 1 && thumbnailUrl && <img src={thumbnailUrl} alt="" className={styles['thumbnail']} />}
                  <PageRaster pdf={pdf} queue={queue} page={page.number} scale={scale} isDrawing={isDrawing} />
                  {overlay(page, size, pageWindow.firstVisible <= number && number <= pageWindow.lastVisible)}
                </>
              )}
            </PageSheet>
          );
        })}
        {children}
      </div>
    </div>
  );
}
