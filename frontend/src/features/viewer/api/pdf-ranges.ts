// Ranges of a PDF for pdf.js. The first request brings the beginning of the file, and small files whole; pdf.js itself would first
// request the whole file, and cancel that. The table of the objects is at the end of most files, so that of a large file is requested
// at the same time.
import { PDFDataRangeTransport } from 'pdfjs-dist';

import { toApiError } from '@/lib/errors';
import { send } from '@/lib/http';

const FIRST_BYTES = 196_608;
const RETRY_MS = 2_000;

/** the largest range that pdf.js requests for one object */
export const RANGE_BYTES = 65_536;

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

export class PdfRanges extends PDFDataRangeTransport {
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
