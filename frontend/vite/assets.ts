// Static files that are generated before the build: the resources of pdf.js, and the Latin subset of the font.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Copy the files that pdf.js loads at run time. Nothing is loaded from other hosts. */
export function pdfjsAssets(): Plugin {
  let root = '';
  return {
    name: 'pdfjs-assets',
    configResolved: (config) => void (root = config.root),
    buildStart() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
        const target = join(root, 'public/pdfjs', folder);
        rmSync(target, { recursive: true, force: true });
        cpSync(join(root, 'node_modules/pdfjs-dist', folder), target, { recursive: true });
      }
    },
  };
}

/** Basic Latin, Latin-1 and the punctuation of the user interface. Other characters come from the other files of the font. */
const LATIN: readonly [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2215],
];

const FONT = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Write the part of the font that nearly every page needs: Latin characters in the weights of the styles. */
export function latinFont(): Plugin {
  let root = '';
  return {
    name: 'latin-font',
    configResolved: (config) => void (root = config.root),
    async buildStart() {
      const text = LATIN.map(([first, last]) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))).join('');
      const font = await subsetFont(readFileSync(join(root, FONT)), text, {
        targetFormat: 'woff2',
        variationAxes: { wght: { min: 400, max: 600 } },
        keepFeatures: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum'],
      });
      writeFileSync(join(root, 'src/styles/inter-latin.woff2'), font);
    },
  };
}
