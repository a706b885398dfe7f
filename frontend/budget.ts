// The size of the first page (the list of documents): JavaScript, CSS and font, as the server sends them. `node budget.ts` fails if it is too large.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, 'dist');
const ENTRY = 'src/app/main.tsx';
const PAGE = 'src/app/routes/documents-page.tsx';
const CATALOGS = 'src/locales/';
const FONT = 'src/styles/inter-latin.woff2';
const ENCODINGS = ['br', 'gz'] as const;
/** bytes of JavaScript as browsers get it (brotli), and in the larger encoding, gzip */
const MAX_SCRIPT = { br: 150_000, gz: 155_000 };
const MAX_TOTAL = 190_000;
const MAX_REQUESTS = 10;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

function chunkOf(name: string): Chunk {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}.`);
  return chunk;
}

/** Return the chunks with these names and all that they import. */
function chunksOf(names: readonly string[]): Chunk[] {
  const reachable = new Set(names);
  for (const name of reachable) for (const imported of chunkOf(name).imports ?? []) reachable.add(imported);
  return [...reachable].map(chunkOf);
}

/** Return the size of a file as it is sent: compressed if the build has compressed it. */
function sentSize(file: string, encoding: (typeof ENCODINGS)[number]): number {
  const path = join(DIST, file);
  return statSync(existsSync(`${path}.${encoding}`) ? `${path}.${encoding}` : path).size;
}

// The entry loads the language, then the application.
const application = (chunkOf(ENTRY).dynamicImports ?? []).filter((name) => !name.startsWith(CATALOGS));
const chunks = chunksOf([ENTRY, ...application, PAGE]);
const files = {
  JavaScript: chunks.map(({ file }) => file),
  CSS: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  font: [chunkOf(FONT).file],
};
const sizes = ENCODINGS.map((encoding) => Object.values(files).map((group) => group.reduce((sum, file) => sum + sentSize(file, encoding), 0)));

const kilobytes = (size: number) => (size / 1_000).toFixed(1).padStart(6);
Object.entries(files).forEach(([name, group], index) => {
  const [br = 0, gz = 0] = sizes.map((row) => row[index] ?? 0);
  process.stdout.write(`${name.padEnd(10)} ${group.length} files ${kilobytes(br)} kB brotli ${kilobytes(gz)} kB gzip\n`);
});

const total = (sizes[1] ?? []).reduce((sum, size) => sum + size, 0);
const requests = Object.values(files).flat().length;
ENCODINGS.forEach((encoding, index) => {
  const script = sizes[index]?.[0] ?? 0;
  const limit = MAX_SCRIPT[encoding];
  if (script > limit) throw new Error(`The JavaScript of the first page has ${script} bytes (${encoding}); the limit is ${limit}. Load later what the page does not show at first.`);
});
if (total > MAX_TOTAL) throw new Error(`The first page has ${total} bytes; the limit is ${MAX_TOTAL}.`);
if (requests > MAX_REQUESTS) throw new Error(`The first page needs ${requests} files; the limit is ${MAX_REQUESTS}. See vite/chunks.ts.`);
