import { useQuery } from '@tanstack/react-query';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useState } from 'react';

import { unsigned } from '@/lib/signed-url';
import { useWidth } from '@/lib/use-width';

import { tokensOptions } from '../api/page-tokens';
import { cropAround, type Crop } from '../model/crop';
import { rangeRects, tokensWithin, type Rect, type TokenPage } from '../model/token-page';
import { copyPage, openPdf, pixelRatio } from '../pdf-document';
import styles from './passage-crop.module.css';

// Pictures of passages, drawn one after another from the PDF that the viewer shows. The server renders no pages: it would have to read
// untrusted files for every search, and every format has this PDF already.

interface CropSource {
  pdfUrl: string;
  page: number;
  /** the passage, and what to mark strongly in it: offsets in the document's text */
  start: number;
  end: number;
  words: readonly (readonly [number, number])[];
}

interface Size {
  width: number;
  height: number;
}

interface PictureOptions extends Size {
  /** of the marks */
  color: string;
}

/** open at once; the hits of a document follow one another */
const KEPT = 3;
const MARK = 0.4;
const STRONG_MARK = 0.7;

const kept = new Map<string, { pdf: Promise<PDFDocumentProxy>; closed: AbortController }>();

function keptPdf(url: string): Promise<PDFDocumentProxy> {
  const key = unsigned(url);
  const forget = () => {
    kept.get(key)?.closed.abort();
    kept.delete(key);
  };
  const closed = new AbortController();
  const entry = kept.get(key) ?? { pdf: openPdf({ url, signal: closed.signal, onError: forget }), closed };
  entry.pdf.catch(forget);
  kept.delete(key); // the last one in the order of the map is that used last
  kept.set(key, entry);
  for (const [oldest, { closed: oldestClosed }] of [...kept].slice(0, -KEPT)) {
    oldestClosed.abort();
    kept.delete(oldest);
  }
  return entry.pdf;
}

let last: Promise<unknown> = Promise.resolve();

/** Run `work` after the work before it, so that a page of results does not open all its documents at once. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

const rectsOf = (tokens: TokenPage, from: number, to: number): Rect[] => {
  const range = tokensWithin(tokens, from, to);
  return range ? rangeRects(tokens, range) : [];
};

/** Draw the part of a page around a passage, with the passage marked. Return null if the page does not have its words. */
const drawCrop = (source: CropSource, tokens: TokenPage, { color, ...size }: PictureOptions, signal: AbortSignal): Promise<HTMLCanvasElement | null> =>
  inTurn(async () => {
    signal.throwIfAborted();
    const pdf = await keptPdf(source.pdfUrl);
    const page = await pdf.getPage(source.page);
    signal.throwIfAborted();
    const whole = page.getViewport({ scale: 1 });
    const passage = rectsOf(tokens, source.start, source.end);
    const crop = cropAround(passage, whole, size);
    if (!crop) return null;
    const ratio = pixelRatio(size.width, size.height);
    const scale = crop.scale * ratio;
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    const viewport = page.getViewport({ scale, offsetX: -crop.x * scale, offsetY: -crop.y * scale });
    const task = page.render({ canvas, viewport });
    signal.addEventListener('abort', () => task.cancel(), { once: true });
    await task.promise;
    const picture = copyPage(canvas);
    drawMarks(picture, passage, { color, crop, scale, whole, opacity: MARK });
    const words = source.words.flatMap(([from, to]) => rectsOf(tokens, from, to));
    drawMarks(picture, words, { color, crop, scale, whole, opacity: STRONG_MARK });
    return picture;
  });

function drawMarks(canvas: HTMLCanvasElement, rects: readonly Rect[], { color, crop, scale, whole, opacity }: { color: string; crop: Crop; scale: number; whole: Size; opacity: number }): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.globalCompositeOperation = 'multiply';
  context.globalAlpha = opacity;
  context.fillStyle = color;
  for (const { x, y, width, height } of rects) context.fillRect((x * whole.width - crop.x) * scale, (y * whole.height - crop.y) * scale, width * whole.width * scale, height * whole.height * scale);
}

interface PassageCropProps {
  source: CropSource;
  tokensUrl: string;
}

const HEIGHT = 96;
const KEPT_MS = 60_000;

/** Return a ref, and whether its element has been near the visible part of the page. */
function useNear() {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '200px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, isNear] as const;
}

const show = (canvas: HTMLCanvasElement) => (element: HTMLElement | null) => element?.replaceChildren(canvas);

/** A picture of the part of the page with a passage, which is marked. The text beside it says the same: it is hidden from screen readers, and absent where no picture can be drawn. */
export function PassageCrop({ source, tokensUrl }: PassageCropProps) {
  const [watch, isNear] = useNear();
  const [measure, width] = useWidth();
  const ready = isNear && width > 0;
  const tokens = useQuery({ ...tokensOptions(tokensUrl, ''), enabled: ready });
  const picture = useQuery({
    queryKey: ['crop', unsigned(source.pdfUrl), source.page, source.start, source.end, source.words, width],
    queryFn: ({ signal }) => {
      if (!tokens.data) throw new Error('The words of the page are not loaded.');
      const color = getComputedStyle(document.documentElement).getPropertyValue('--hit');
      return drawCrop(source, tokens.data, { width, height: HEIGHT, color }, signal);
    },
    enabled: ready && tokens.isSuccess,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
    structuralSharing: false,
  });
  if (tokens.isError || picture.isError || picture.data === null) return null;
  return (
    <span ref={measure} className={styles['crop']} aria-hidden="true" data-crop={picture.isSuccess ? 'drawn' : 'pending'}>
      <span ref={watch} className={styles['picture']} style={{ height: HEIGHT }}>
        {picture.data && <span key={width} ref={show(picture.data)} />}
      </span>
    </span>
  );
}
