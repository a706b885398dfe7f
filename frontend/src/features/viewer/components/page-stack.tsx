import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useMemo, type HTMLAttributes, type ReactNode, type Ref } from 'react';

import { useStableUrl } from '@/lib/signed-url';

import { GUTTER, type Layout, type PageInfo } from '../model/layout';
import { RenderQueue } from '../model/render-queue';
import { useScroll, type StackHandle } from '../use-scroll';
import { PageRaster } from './page-raster';
import styles from './page-stack.module.css';

export interface PagePixels {
  width: number;
  height: number;
}

interface PageStackProps {
  pages: readonly PageInfo[];
  pdf: PDFDocumentProxy | null;
  layout: Layout;
  startPage: number;
  /** shown on the first page until it is drawn */
  thumbnailUrl: string | null;
  handle: Ref<StackHandle>;
  /** event handlers and ARIA attributes of the pages */
  surface: HTMLAttributes<HTMLDivElement>;
  surfaceRef: Ref<HTMLDivElement>;
  onPage: (page: number) => void;
  onDrawError: (error: unknown) => void;
  /** the layers over the image of a page */
  overlay: (page: PageInfo, size: PagePixels, isVisible: boolean) => ReactNode;
  /** elements over the pages, in the coordinates of the stack */
  children?: ReactNode;
}

/** The pages of a document. Only visible pages and their neighbours are rendered. The server sends the sizes of all pages, so the scroll bar is correct. */
export function PageStack(props: PageStackProps) {
  const { pages, pdf, layout, startPage, handle, surface, surfaceRef, onPage, onDrawError, overlay, children } = props;
  const thumbnailUrl = useStableUrl(props.thumbnailUrl);
  const { scale } = layout;
  const queue = useMemo(() => new RenderQueue(onDrawError), [onDrawError]);
  const { scroller, pageWindow, isDrawing, onScroll } = useScroll({ layout, startPage, handle, onPage, queue });
  const rendered = pages.slice(pageWindow.first, pageWindow.last + 1);
  return (
    <div ref={scroller} className={styles['scroller']} onScroll={onScroll} data-testid="pages">
      <div ref={surfaceRef} className={styles['stack']} style={{ height: layout.height, minWidth: layout.width + 2 * GUTTER }} {...surface}>
        {rendered.map((page, index) => {
          const size = { width: page.width * scale, height: page.height * scale };
          const number = pageWindow.first + index;
          return (
            <div key={page.number} className={styles['page']} style={{ ...size, top: layout.tops[number] }} data-page={page.number}>
              {page.number === 1 && thumbnailUrl && <img src={thumbnailUrl} alt="" className={styles['thumbnail']} />}
              <PageRaster pdf={pdf} queue={queue} page={page.number} scale={scale} isDrawing={isDrawing} />
              {overlay(page, size, pageWindow.firstVisible <= number && number <= pageWindow.lastVisible)}
            </div>
          );
        })}
        {children}
      </div>
    </div>
  );
}
