// Small pictures of pages that were drawn before, shown until the page is drawn again: of the thumbnails, or of the page itself.
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A picture has at most 580 kB. */
const MAX_PICTURES = 40;
/** pixels of the longer side; about that of a thumbnail on a screen with a high resolution */
const MAX_SIDE = 380;

/** A map with a maximum number of entries: the one that was not used for the longest time is dropped. */
export class RecentMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private readonly maximum: number;

  constructor(maximum: number) {
    this.maximum = maximum;
  }

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  has(key: Key): boolean {
    return this.entries.has(key);
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.maximum) return;
    for (const oldest of this.entries.keys()) {
      this.entries.delete(oldest);
      return;
    }
  }
}

const picturesOf = new WeakMap<PDFDocumentProxy, RecentMap<number, HTMLCanvasElement>>();

function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const factor = Math.min(1, MAX_SIDE / Math.max(canvas.width, canvas.height));
  const copy = document.createElement('canvas');
  copy.width = Math.max(1, Math.round(canvas.width * factor));
  copy.height = Math.max(1, Math.round(canvas.height * factor));
  copy.getContext('2d')?.drawImage(canvas, 0, 0, copy.width, copy.height);
  return copy;
}

/** Check whether a picture of a page is kept. */
export const hasPreview = (pdf: PDFDocumentProxy, page: number): boolean => picturesOf.get(pdf)?.has(page) ?? false;

/** Keep a small copy of what was drawn of a page. */
export function keepPreview(pdf: PDFDocumentProxy, page: number, canvas: HTMLCanvasElement): void {
  const pictures = picturesOf.get(pdf) ?? new RecentMap(MAX_PICTURES);
  picturesOf.set(pdf, pictures);
  if (!pictures.has(page)) pictures.set(page, copyOf(canvas));
}

/** Return a copy of the picture of a page, for another place; null if none is kept. */
export function previewOf(pdf: PDFDocumentProxy, page: number): HTMLCanvasElement | null {
  const picture = picturesOf.get(pdf)?.get(page);
  return picture ? copyOf(picture) : null;
}
