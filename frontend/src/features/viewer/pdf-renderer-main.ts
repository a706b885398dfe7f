import 'pdfjs-dist/build/pdf.renderer.mjs';
