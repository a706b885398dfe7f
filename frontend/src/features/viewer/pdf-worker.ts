// The worker of pdf.js. It is started while the rest of the page is loading, and used for all documents.

let worker: Worker | undefined;

export function startPdf(): Worker {
  worker ??= new Worker(new URL('pdf-worker-main.ts', import.meta.url), { type: 'module', name: 'pdf' });
  return worker;
}
