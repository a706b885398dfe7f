// What has to arrive before the first page can be drawn, in bytes as they are sent. `node budget.ts` fails beyond the budget.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, 'dist');
const ENTRY = 'src/app/main.tsx';
const FIRST_PAGE = 'src/app/routes/documents-page.tsx';
const MOST = 150_000;

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}.`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

const sent = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);

const shell = filesOf([ENTRY]);
const page = filesOf([ENTRY, FIRST_PAGE]);
const total = sent(page);
const said = `${total} bytes in ${page.size} files (${sent(shell)} of them for any page), of ${MOST}`;
if (total > MOST) throw new Error(`The first page needs ${said}: load later what it does not show, or find what is too heavy.`);
process.stdout.write(`The first page needs ${said}.\n`);
