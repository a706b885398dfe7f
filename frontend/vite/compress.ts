// Writes a brotli and a gzip version beside each text file of the build, so that the server only has to send them.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin } from 'vite';

const TEXT_FILES = '**/*.{js,mjs,css,svg,wasm,bcmap,icc}';
/** bytes; smaller files are sent as they are */
const MIN_SIZE = 500;
/** the compressed file must be at least this much smaller */
const MAX_RATIO = 0.9;

const compressors = {
  br: (source: Buffer) =>
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
  gz: (source: Buffer) => promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
};

async function compressFile(path: string): Promise<void> {
  const source = readFileSync(path);
  if (source.length < MIN_SIZE) return;
  for (const [extension, compress] of Object.entries(compressors)) {
    // oxlint-disable-next-line no-await-in-loop -- two results per file
    const compressed = await compress(source);
    if (compressed.length < source.length * MAX_RATIO) writeFileSync(`${path}.${extension}`, compressed);
  }
}

export function compressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'compressed-files',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    async closeBundle() {
      await Promise.all(globSync(TEXT_FILES, { cwd: folder }).map((file) => compressFile(join(folder, file))));
    },
  };
}
