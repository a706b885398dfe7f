// Leaves out of pdf.js what the viewer does not use: editors, layers of HTML, XFA forms, other ways to read and draw. That is 40 % of what a browser
// would load. The files of the package consist of sections, one per source module.
import type { Plugin } from 'vite';

export interface Cut {
  file: string;
  sections: RegExp;
  /** declarations that the other sections need instead */
  stubs: string;
}

export const CUTS: readonly Cut[] = [
  {
    file: '/pdfjs-dist/build/pdf.mjs',
    sections:
      /^\.\/src\/display\/(editor\/.*|annotation_layer|content_disposition|draw_layer|fetch_stream|network|network_stream|network_utils|node_stream|renderer_worker_proxy|svg_factory|text_layer|text_layer_images|touch_manager|xfa_layer)\.js$/,
    stubs: `
      class AnnotationEditor {}
      class RendererWorker { static isAvailable = false; }
      const getNetworkStream = () => { throw new Error("Files are read with PDFDataRangeTransport."); };
      class TextLayer { static cleanup() {} }
      class XfaLayer {}
    `,
  },
  {
    file: '/pdfjs-dist/build/pdf.worker.mjs',
    // The decoder of brotli is for browsers without DecompressionStream("brotli"), and holds a large dictionary.
    sections: /^\.\/(src\/core\/(xfa\/.*|editor\/(pdf_editor|print_appearances)|xfa_fonts|(calibri|helvetica|myriadpro|segoeui)_factors|liberationsans_widths)|external\/brotli\/.*)\.js$/,
    stubs: `
      const getXfaFontName = () => null;
      const getXfaFontDict = () => null;
      class XFAFactory { static getRichTextAsHtml() { return null; } }
      class PDFEditor {}
      const BrotliDecode = () => { throw new Error("This browser cannot decode brotli."); };
    `,
  },
];

const SECTION = /^;\/\/ (\.\/\S+)$/m;
const DECLARATION = /^(?:async )?(?:function\*?|class|const|let|var) (\w+)/gm;
/** copies of exports, for scripts without modules and for tests: they keep everything alive */
const GLOBALS = /^ *globalThis\._?pdfjs\w+ = \{[^}]*\};$/gm;
const EXPORTS = /^export \{ (.*) \};$/m;

const declaredIn = (code: string) => [...code.matchAll(DECLARATION)].map(([, name = '']) => name);

export function withoutSections(code: string, { file, sections, stubs }: Cut): string {
  const [head = '', ...parts] = code.split(SECTION);
  const kept = [head];
  const removed: string[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const [name = '', body = ''] = parts.slice(index, index + 2);
    (sections.test(name) ? removed : kept).push(body);
  }
  const stubbed = new Set(declaredIn(stubs.replaceAll(/^ +/gm, '')));
  const missing = new Set(removed.flatMap(declaredIn).filter((name) => !stubbed.has(name)));
  if (removed.length === 0) throw new Error(`${file} has changed: see vite/pdfjs.ts.`);
  const rest = kept
    .join('')
    .replaceAll(GLOBALS, '')
    .replace(EXPORTS, (_, names: string) => `export { ${names.split(', ').filter((name) => !missing.has(name)).join(', ')} };`);
  return `${stubs}${rest}`;
}

export function smallPdfjs(): Plugin {
  return {
    name: 'small-pdfjs',
    apply: 'build',
    transform(code, id) {
      const cut = CUTS.find(({ file }) => id.split('?')[0]?.endsWith(file));
      return cut ? { code: withoutSections(code, cut), map: null } : null;
    },
  };
}
