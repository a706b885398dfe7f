// The worker of pdf.js. It is started while the rest of the page is loading, and used for all documents.
import { startWorker } from '@/lib/page-policy';

import url from './pdf-worker-main?worker&url';

let worker: Worker | undefined;

export function startPdf(): Worker {
  worker ??= startWorker(url, 'pdf');
  return worker;
}
