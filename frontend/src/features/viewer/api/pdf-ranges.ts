// Ranges of a PDF for pdf.js. The first request brings the beginning of the file, and small files whole; pdf.js itself would first
// request the whole file, and cancel that.
import { PDFDataRangeTransport } from 'pdfjs-dist';

import { toApiError } from '@/lib/errors';
import { send } from '@/lib/http';

const FIRST_BYTES = 196_608;
const RETRY_MS = 2_000;

const fetchRange = ({ url, signal }: Source, begin: number, end: number) => send(url, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal });

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

const sizeIn = (response: Response) => Number(response.headers.get('Content-Range')?.split('/')[1]);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Source {
  url: string;
  signal: AbortSignal;
  /** called if a later range cannot be fetched; lost connections are waited for */
  onError: (error: unknown) => void;
}

export class PdfRanges extends PDFDataRangeTransport {
  private readonly source: Source;

  private constructor(source: Source, first: Uint8Array, size: number) {
    super(size, first, first.length === size);
    this.source = source;
  }

  static async open(source: Source): Promise<PdfRanges> {
    const response = await fetchRange(source, 0, FIRST_BYTES);
    const first = await bytesOf(response);
    return new PdfRanges(source, first, response.status === 206 ? sizeIn(response) : first.length);
  }

  override requestDataRange(begin: number, end: number): void {
    void this.load(begin, end);
  }

  private async load(begin: number, end: number): Promise<void> {
    try {
      this.onDataRange(begin, await bytesOf(await fetchRange(this.source, begin, end)));
    } catch (error) {
      if (this.source.signal.aborted) return;
      if (toApiError(error).code !== 'network') return this.source.onError(error);
      await wait(RETRY_MS);
      return this.load(begin, end);
    }
  }
}
