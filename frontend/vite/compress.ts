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

/** Brotli 11 takes twice the time of 10 for 2 % less, a second in all. Of files that few documents need, 9 makes 0.2 % less than 7 in eight times the time. */
const QUALITY = 11;
const QUALITY_OF_RARE_FILES = 7;
const RARE_FILES = /\.(bcmap|icc|wasm)$/;

const compressors = {
  br: (source: Buffer, path: string) =>
    promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: RARE_FILES.test(path) ? QUALITY_OF_RARE_FILES : QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
  gz: (source: Buffer) => promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
};

async function compressFile(path: string): Promise<void> {
  const source = readFileSync(path);
  if (source.length < MIN_SIZE) return;
  for (const [extension, compress] of Object.entries(compressors)) {
    // oxlint-disable-next-line no-await-in-loop -- two results per file
    const compressed = await compress(source, path);
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
