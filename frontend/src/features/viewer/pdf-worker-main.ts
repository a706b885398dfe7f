import './map-upsert';
import 'pdfjs-dist/build/pdf.worker.mjs';

// pdf.js rejects promises without handlers when a document is closed before it is open, e.g. one that was prepared and not shown.
const CLOSED = 'Worker was terminated';

addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Error && event.reason.message === CLOSED) event.preventDefault();
});
