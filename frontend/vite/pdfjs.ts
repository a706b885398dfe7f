// Leaves out of pdf.js what the viewer does not use: editors, layers of HTML, XFA forms, other ways to read, and drawing in the thread of the page. That
// is half of what a browser would load. The files of the package consist of sections, one per source module.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { withoutUnusedMembers } from './unused-members';

export interface Cut {
  file: string;
  sections: RegExp;
  /** declarations that the other sections need instead */
  stubs: string;
  /** members of classes, for features that the viewer does not have */
  unneeded?: RegExp;
}

export const CUTS = {
  display: {
    file: '/pdfjs-dist/build/pdf.mjs',
    sections:
      /^\.\/src\/display\/(editor\/.*|annotation_layer|canvas|canvas_dependency_tracker|content_disposition|dom_filter_factory|draw_layer|fetch_stream|network|network_stream|network_utils|node_stream|pattern_helper|svg_factory|text_layer|text_layer_images|touch_manager|webgpu|xfa_layer)\.js$/,
    stubs: `
      class AnnotationEditor {}
      class BBoxReader {}
      class CanvasGraphics { constructor() { throw new Error("The worker that draws pages has stopped."); } }
      const createCanvasTrackers = () => ({ dependencyTracker: null, imagesTracker: null });
      class DOMFilterFactory { destroy() {} }
      const initGPU = () => null;
      const isGPUReady = () => true;
      const setAnnotationCanvasName = () => {};
      const getNetworkStream = () => { throw new Error("Files are read with PDFDataRangeTransport."); };
      class TextLayer { static cleanup() {} }
      class XfaLayer {}
    `,
  },
  renderer: {
    file: '/pdfjs-dist/build/pdf.renderer.mjs',
    sections: /^\.\/src\/display\/(canvas_dependency_tracker|webgpu)\.js$/,
    stubs: `
      class CanvasNestedDependencyTracker {}
      const createCanvasTrackers = () => ({ dependencyTracker: null, imagesTracker: null });
      const Dependencies = {};
      const FORCED_DEPENDENCY_LABEL = "";
      const isGPUReady = () => false;
      const initGPU = () => null;
      const loadMeshShader = () => {};
      const drawMeshWithGPU = () => null;
    `,
  },
  worker: {
    file: '/pdfjs-dist/build/pdf.worker.mjs',
    // The decoder of brotli is for browsers without DecompressionStream("brotli"), and holds a large dictionary.
    sections: /^\.\/(src\/core\/(xfa\/.*|editor\/(pdf_editor|print_appearances)|postscript\/wasm_compiler|xfa_fonts|(calibri|helvetica|myriadpro|segoeui)_factors|liberationsans_widths)|external\/brotli\/.*)\.js$/,
    stubs: `
      const getXfaFontName = () => null;
      const getXfaFontDict = () => null;
      class XFAFactory { static getRichTextAsHtml() { return null; } }
      class PDFEditor {}
      const buildPostScriptWasmFunction = () => null;
      const BrotliDecode = () => { throw new Error("This browser cannot decode brotli."); };
    `,
    // Annotations are drawn, but not written; structure trees are for text layers.
    unneeded: /^(AnnotationFactory\.(generateImages|printNewAnnotations)|\w*Annotation\.save|Catalog\.structTreeRoot|StructTree(Root|Page)\..*|PDFDocument\.(loadXfaResources|xfa\w+|_xfaStreams))$/,
  },
} satisfies Record<string, Cut>;

const SECTION = /^;\/\/ (\.\/\S+)$/m;
const DECLARATION = /^(?:async )?(?:function\*?|class|const|let|var) (\w+)/gm;
/** copies of exports, for scripts without modules and for tests: they keep everything alive */
const GLOBALS = /^ *globalThis\._?pdfjs\w+ = \{[^}]*\};$/gm;
const EXPORTS = /^export \{ (.*) \};$/m;

const declaredIn = (code: string) => [...code.matchAll(DECLARATION)].map(([, name = '']) => name);

function withoutSections(code: string, { file, sections, stubs }: Cut): string {
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

/** functions of the worker that the other thread calls by name */
const HANDLER = /^ {4}handler\.on\("(\w+)",[^]*?^ {4}\}\);\n/gm;
const GLYPHS = /(?<=const getGlyphsUnicode = getLookupTableFactory\(function \(t\) \{)[^]*?(?=^\}\);$)/m;
const GLYPH = /t(?:\.(\w+)|\["([^"]+)"\]) = (0x\w+);/g;

/** The names of 4,000 glyphs in the order of their code points, which compresses well: the difference to the last one follows a name, unless it is 1. */
export function withShortGlyphList(code: string): string {
  return code.replace(GLYPHS, (list) => {
    const glyphs = [...list.matchAll(GLYPH)].map(([, word, quoted, value]) => ({ name: word ?? quoted ?? '', value: Number(value) }));
    let last = 0;
    const names = glyphs
      .toSorted((one, other) => one.value - other.value)
      .map(({ name, value }) => {
        const step = value - last;
        last = value;
        return step === 1 ? name : `${name}+${step}`;
      });
    return `
  let value = 0;
  for (const glyph of ${JSON.stringify(names.join(' '))}.split(" ")) {
    const [name, step = 1] = glyph.split("+");
    t[name] = value += +step;
  }
`;
  });
}

const VIEWER = join(import.meta.dirname, '../src/features/viewer');
const wordsOf = (code: string) => new Set(code.match(/#?[\w$]+/g));

function replaceIn(code: string, part: RegExp, by: string): string {
  if (!part.test(code)) throw new Error(`pdf.js has changed: see ${part.source} in vite/pdfjs.ts.`);
  return code.replace(part, by);
}

/** PostScript functions, which colours of print use, are interpreted and not compiled. */
const withoutCompiledPostScript = (code: string) => replaceIn(code, /^  const ir = !forceInterpreter && new PsJsCompiler[^]*?^  }$\n/m, '');

/** All browsers that pdf.js supports have `document.fonts`. */
const withoutStyleSheetsOfFonts = (code: string) => replaceIn(code, /^    const rule = font\.createFontFaceRule\(\);\n    if \(rule\) \{[^]*?^    \}\n/m, '');

/** On a slow line the worker that draws takes longer than the 5 s that pdf.js waits for it. */
const withLongTimeout = (code: string) => replaceIn(code, /^const PORT_CONNECTION_TIMEOUT = 5000;$/m, 'const PORT_CONNECTION_TIMEOUT = 120000;');

/** The canvas of a page shows the image that the worker has drawn, without a copy: browsers would also copy the pixels of a 2D context for each frame of scrolling. */
const withoutCopiesOfFrames = (code: string) =>
  replaceIn(
    code,
    /^        const ctx = this\.#canvasFactory\.getNoAlphaContext\(this\.#canvas\);\n        ctx\.drawImage\(frame\.bitmap, 0, 0\);$/m,
    '        this.#canvas.getContext("bitmaprenderer", { alpha: false }).transferFromImageBitmap(frame.bitmap);',
  );

export function smallDisplay(code: string): string {
  const viewer = globSync('**/*.{ts,tsx}', { cwd: VIEWER }).map((file) => readFileSync(join(VIEWER, file), 'utf8'));
  return withoutUnusedMembers(withLongTimeout(withoutCopiesOfFrames(withoutStyleSheetsOfFonts(withoutSections(code, CUTS.display)))), { used: wordsOf(viewer.join('\n')) });
}

export const smallRenderer = (code: string): string => withoutUnusedMembers(withoutSections(code, CUTS.renderer), { used: new Set() });

/** `display` is the rest of the code that calls the worker. */
export function smallWorker(code: string, display: string): string {
  const called = wordsOf(display);
  const rest = withoutSections(code, CUTS.worker).replaceAll(HANDLER, (handler, name: string) => (called.has(name) ? handler : ''));
  return withoutUnusedMembers(withShortGlyphList(withoutCompiledPostScript(rest)), { used: new Set(), unneeded: CUTS.worker.unneeded });
}

export function smallPdfjs(): Plugin {
  let modules = '';
  return {
    name: 'small-pdfjs',
    apply: 'build',
    configResolved: ({ root }) => void (modules = join(root, 'node_modules')),
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (file.endsWith(CUTS.display.file)) return { code: smallDisplay(code), map: null };
      if (file.endsWith(CUTS.renderer.file)) return { code: smallRenderer(code), map: null };
      if (!file.endsWith(CUTS.worker.file)) return null;
      const display = smallDisplay(readFileSync(join(modules, CUTS.display.file), 'utf8'));
      return { code: smallWorker(code, display), map: null };
    },
  };
}
