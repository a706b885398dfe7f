import './map-upsert';
import 'pdfjs-dist/build/pdf.renderer.mjs';
