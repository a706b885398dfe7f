import './map-upsert';
import 'pdfjs-dist/build/pdf.worker.mjs';
