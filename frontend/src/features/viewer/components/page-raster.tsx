import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';

import type { RenderQueue } from '../model/render-queue';
import { drawPage } from '../pdf-document';
import styles from './page-stack.module.css';

interface PageRasterProps {
  pdf: PDFDocumentProxy | null;
  queue: RenderQueue;
  page: number;
  scale: number;
  /** false while the reader rushes past: shells only */
  live: boolean;
}

/** Keeps the last picture until the next one is drawn, so that zooming never flashes white. */
export function PageRaster({ pdf, queue, page, scale, live }: PageRasterProps) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (!pdf || !live || !element) return;
    const draw = async (signal: AbortSignal) => {
      const canvas = await drawPage(pdf, page, scale, signal);
      element.replaceChildren(canvas);
    };
    return queue.add({ page, draw });
  }, [pdf, queue, page, scale, live]);
  return <div ref={holder} className={styles['raster']} aria-hidden="true" data-page-raster={page} />;
}
