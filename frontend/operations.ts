// The operations that the user interface sends, as a file of its build: what GRAPHQL_ALLOW_LIST lets run.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createServer, type Plugin } from 'vite';

import { sourceOf, type Tagged } from './src/graphql/tag';

const ROOT = dirname(fileURLToPath(import.meta.url));
const TAG = join(ROOT, 'src/graphql/graphql.ts');
const RECORDED = Symbol.for('cartulary.operations');

const NAME = /^(?:query|mutation|subscription) (\w+)/;

/** The tag itself, which also tells what it made. */
const RECORDING = `
import { tag } from './tag';
export const graphql = (...given) => {
  const made = tag(...given);
  globalThis[Symbol.for('cartulary.operations')].push(made);
  return made;
};
`;

const recording: Plugin = {
  name: 'recording-tag',
  enforce: 'pre',
  load: (id) => (id.split('?')[0] === TAG ? RECORDING : null),
};

async function operations(): Promise<Record<string, string>> {
  const made: Tagged[] = [];
  Object.assign(globalThis, { [RECORDED]: made });
  const server = await createServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '@': join(ROOT, 'src') } },
    plugins: [recording],
  });
  try {
    for (const file of globSync('src/**/*.{ts,tsx}', { cwd: ROOT })) {
      const isTest = file.includes('.test.');
      if (!isTest && readFileSync(join(ROOT, file), 'utf8').includes("from '@/graphql/graphql'")) {
        // oxlint-disable-next-line no-await-in-loop -- one server, one module after another: what the tag made keeps its order
        await server.ssrLoadModule(`/${file}`);
      }
    }
  } finally {
    await server.close();
  }
  const named = made.flatMap((document) => {
    const source = sourceOf(document);
    const name = NAME.exec(source)?.[1];
    return name ? [[name, source] as const] : [];
  });
  const found = Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (Object.keys(found).length !== named.length) throw new Error('Two GraphQL operations have the same name.');
  return found;
}

/** Writes `operations.json` beside the manifest. */
export function operationsFile(): Plugin {
  let folder = '';
  return {
    name: 'operations-file',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'operations.json'), `${JSON.stringify(await operations(), null, 1)}\n`);
    },
  };
}
