// pdf.js, configured to fetch only the visible parts of a file. Its fonts and other resources are our own static files.
import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';

import { toApiError } from '@/lib/errors';
import { send } from '@/lib/http';
import { unsigned, useStableUrl } from '@/lib/signed-url';

import './map-upsert';
import { renderers, reserveRenderer, startPdf } from './pdf-worker';

GlobalWorkerOptions.workerPort = startPdf();
GlobalWorkerOptions.rendererPorts = renderers;

const ASSETS = `${import.meta.env.BASE_URL}pdfjs/`;

// Ranges of a PDF for pdf.js. The first request brings the beginning of the file, and small files whole; pdf.js itself would first
// request the whole file, and cancel that. The table of the objects is at the end of most files, so that of a large file is requested
// at the same time.

const FIRST_BYTES = 196_608;
const RETRY_MS = 2_000;

/** the largest range that pdf.js requests for one object */
const RANGE_BYTES = 65_536;

const fetchRange = ({ url, signal }: Source, range: string) => send(url, { headers: { Range: `bytes=${range}` }, signal });

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

const sizeIn = (response: Response) => Number(response.headers.get('Content-Range')?.split('/')[1]);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Source {
  url: string;
  /** the number of bytes, or of the file from which it was made */
  expectedSize: number;
  signal: AbortSignal;
  /** called if a later range cannot be fetched; lost connections are waited for */
  onError: (error: unknown) => void;
}

class PdfRanges extends PDFDataRangeTransport {
  private readonly source: Source;
  private readonly size: number;
  private readonly end: Promise<Uint8Array>;

  private constructor(source: Source, first: Uint8Array, size: number, end: Promise<Uint8Array>) {
    super(size, first, first.length === size);
    this.source = source;
    this.size = size;
    this.end = end;
  }

  static async open(source: Source): Promise<PdfRanges> {
    const isLarge = source.expectedSize > FIRST_BYTES + RANGE_BYTES;
    const beginning = fetchRange(source, `0-${FIRST_BYTES - 1}`);
    const end = isLarge ? fetchRange(source, `-${RANGE_BYTES}`).then(bytesOf) : Promise.resolve(new Uint8Array());
    end.catch(() => undefined); // Its error is that of the range that needs it.
    const response = await beginning;
    const first = await bytesOf(response);
    return new PdfRanges(source, first, response.status === 206 ? sizeIn(response) : first.length, end);
  }

  override requestDataRange(begin: number, end: number): void {
    void this.load(begin, end);
  }

  private async load(begin: number, end: number): Promise<void> {
    try {
      this.onDataRange(begin, await this.bytes(begin, end));
    } catch (error) {
      if (this.source.signal.aborted) return;
      if (toApiError(error).code !== 'network') return this.source.onError(error);
      await wait(RETRY_MS);
      return this.load(begin, end);
    }
  }

  private async bytes(begin: number, end: number): Promise<Uint8Array> {
    if (begin >= this.size - RANGE_BYTES) {
      const last = await this.end.catch(() => new Uint8Array());
      const offset = begin - (this.size - last.length);
      if (offset >= 0) return last.slice(offset, offset + end - begin);
    }
    return bytesOf(await fetchRange(this.source, `${begin}-${end - 1}`));
  }
}

const loadPdf = (range: PdfRanges) =>
  getDocument({
    range,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: RANGE_BYTES,
    cMapUrl: `${ASSETS}cmaps/`,
    standardFontDataUrl: `${ASSETS}standard_fonts/`,
    wasmUrl: `${ASSETS}wasm/`,
    iccUrl: `${ASSETS}iccs/`,
  });

interface OpenPdf {
  url: string;
  /** of the uploaded file, in bytes, if it is known */
  size?: number;
  signal: AbortSignal;
  onError: (error: unknown) => void;
}

/** Open a PDF; it is closed when `signal` aborts. `onError` is called if a part of it cannot be fetched later. */
export async function openPdf({ url, size = 0, signal, onError }: OpenPdf): Promise<PDFDocumentProxy> {
  const ranges = await PdfRanges.open({ url, expectedSize: size, signal, onError });
  signal.throwIfAborted();
  const release = reserveRenderer();
  const loading = loadPdf(ranges);
  signal.addEventListener('abort', () => void loading.destroy().finally(release), { once: true });
  return loading.promise;
}

/** A PDF that is being opened, or is open. */
interface Opening {
  url: string;
  pdf: Promise<PDFDocumentProxy>;
  onError: (error: unknown) => void;
  close: () => void;
}

function startOpening(url: string, size: number): Opening {
  const closed = new AbortController();
  const onError = (error: unknown) => opening.onError(error);
  const opening: Opening = { url, pdf: openPdf({ url, size, signal: closed.signal, onError }), onError: () => undefined, close: () => closed.abort() };
  return opening;
}

const READ_SCALE = 0.02;

/** Load what a page shows, with its fonts, and keep it for the next time that the page is drawn: nothing else of pdf.js does both. */
async function readPage(pdf: PDFDocumentProxy, number: number): Promise<void> {
  await drawPage(pdf, Math.min(number, pdf.numPages), READ_SCALE, new AbortController().signal);
}

const KEEP_PREPARED_MS = 30_000;

let prepared: Opening | undefined;

/** Open a PDF that is shown soon, while the rest of its page is being loaded. It is closed if it is not shown. */
export function preparePdf(url: string, size: number, page: number): void {
  prepared?.close();
  const opening = startOpening(url, size);
  const drop = () => {
    if (prepared !== opening) return;
    prepared = undefined;
    opening.close();
  };
  prepared = opening;
  opening.pdf.then((pdf) => readPage(pdf, page)).catch(drop); // It is opened again, and its error shown then.
  setTimeout(drop, KEEP_PREPARED_MS);
}

/** Return the prepared PDF, or open another one. */
function takeOpening(url: string, size: number): Opening {
  const taken = prepared && unsigned(prepared.url) === unsigned(url) ? prepared : startOpening(url, size);
  if (taken === prepared) prepared = undefined;
  return taken;
}

export interface PdfState {
  pdf: PDFDocumentProxy | null;
  error: unknown;
}

const NO_PDF: PdfState = { pdf: null, error: null };

export function usePdf(signedUrl: string | null, size: number): PdfState {
  const url = useStableUrl(signedUrl);
  const [state, setState] = useState<PdfState>(NO_PDF);
  useEffect(() => {
    if (!url) return;
    let isClosed = false;
    const opening = takeOpening(url, size);
    opening.onError = (error) => isClosed || setState({ pdf: null, error });
    opening.pdf.then((pdf) => isClosed || setState({ pdf, error: null }), opening.onError);
    return () => {
      isClosed = true;
      opening.close();
      setState(NO_PDF);
    };
  }, [url, size]);
  return state;
}

const MAX_PIXEL_RATIO = 2;
/** Some browsers do not support larger canvases. */
const MAX_PIXELS = 16_000_000;

export function pixelRatio(width: number, height: number): number {
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

/** Return a copy of a drawn page, to draw on: the canvas that pdf.js fills has an image only. */
export function copyPage(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}
