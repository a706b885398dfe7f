import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

import { reportFirstView, whenIdle } from '@/lib/first-view';

import type { RenderQueue } from '../model/render-queue';
import { hasPreview, keepPreview, previewOf } from '../page-previews';
import { drawPage } from '../pdf-document';
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
export function PageRaster({ pdf, queue, page, scale, isDrawing }: PageRasterProps) {
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
