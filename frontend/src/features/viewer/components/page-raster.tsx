import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';

import { reportFirstView } from '@/lib/first-view';

import type { RenderQueue } from '../model/render-queue';
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

/** The image of a page. It stays visible until the next one is drawn, so that zooming does not flash. */
export function PageRaster({ pdf, queue, page, scale, isDrawing }: PageRasterProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!pdf || !isDrawing || !element) return;
    const draw = async (signal: AbortSignal) => {
      const canvas = await drawPage(pdf, page, scale, signal);
      element.replaceChildren(canvas);
      reportFirstView();
    };
    return queue.add({ page, draw });
  }, [pdf, queue, page, scale, isDrawing]);
  return <div ref={container} className={styles['raster']} aria-hidden="true" data-page-raster={page} />;
}
