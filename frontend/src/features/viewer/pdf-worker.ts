// The workers of pdf.js: one that reads all documents, and one for each open document that draws its pages. The first ones are started while the rest of
// the page is loading.
import { startWorker } from '@/lib/page-policy';

import readerUrl from './pdf-worker-main?worker&url';
import rendererUrl from './pdf-renderer-main?worker&url';

let reader: Worker | undefined;

/** the workers that draw, of open documents first; pdf.js takes the first one that is not in use */
export const renderers: Worker[] = [];
let open = 0;

function addRenderer(): void {
  const worker = startWorker(rendererUrl, 'pdf-renderer');
  renderers.push(worker);
  worker.addEventListener('error', () => renderers.splice(renderers.indexOf(worker), 1), { once: true });
}

export function startPdf(): Worker {
  if (renderers.length === 0) addRenderer();
  reader ??= startWorker(readerUrl, 'pdf');
  return reader;
}

/** Reserve a worker that draws, for a document that is about to be opened. Return a function that releases it. */
export function reserveRenderer(): () => void {
  open += 1;
  if (open > renderers.length) addRenderer();
  return () => {
    open -= 1;
  };
}
