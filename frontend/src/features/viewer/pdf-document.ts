// pdf.js, configured to fetch only the visible parts of a file. Its fonts and other resources are our own static files.
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

import { useStableUrl } from '@/lib/signed-url';

import { startPdf } from './pdf-worker';

GlobalWorkerOptions.workerPort = startPdf();

const ASSETS = `${import.meta.env.BASE_URL}pdfjs/`;
const RANGE = 65_536;

function openPdf(url: string) {
  return getDocument({
    url,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: RANGE,
    cMapUrl: `${ASSETS}cmaps/`,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    wasmUrl: `${ASSETS}wasm/`,
    iccUrl: `${ASSETS}iccs/`,
  });
}

export interface PdfState {
  pdf: PDFDocumentProxy | null;
  error: unknown;
}

const NO_PDF: PdfState = { pdf: null, error: null };

export function usePdf(signedUrl: string | null): PdfState {
  const url = useStableUrl(signedUrl);
  const [state, setState] = useState<PdfState>(NO_PDF);
  useEffect(() => {
    if (!url) return;
    let current = true;
    const loading = openPdf(url);
    loading.promise.then(
      (pdf) => current && setState({ pdf, error: null }),
      (error: unknown) => current && setState({ pdf: null, error }),
    );
    return () => {
      current = false;
      setState(NO_PDF);
      void loading.destroy();
    };
  }, [url]);
  return state;
}

const MAX_PIXEL_RATIO = 2;
/** Some browsers do not support larger canvases. */
const MAX_PIXELS = 16_000_000;

function pixelRatio(width: number, height: number): number {
  return Math.min(MAX_PIXEL_RATIO, devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** Draw a page on a new canvas. */
export async function drawPage(pdf: PDFDocumentProxy, number: number, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const { width, height } = page.getViewport({ scale });
  const ratio = pixelRatio(width, height);
  const viewport = page.getViewport({ scale: scale * ratio });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}
