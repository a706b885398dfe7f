// Writes the GraphQL operations of the user interface to dist/operations.json. GRAPHQL_ALLOW_LIST accepts only these.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createServer, type Plugin } from 'vite';

import { sourceOf, type Tagged } from '../src/graphql/tag';
import { translatedTexts } from './messages';

const NAME = /^(?:query|mutation|subscription) (\w+)/;

/** A replacement of the tag that also records its documents. */
const RECORDING_TAG = `
import { tag } from './tag';
export const graphql = (...args) => {
  const document = tag(...args);
  globalThis[Symbol.for('cartulary.operations')].push(document);
  return document;
};
`;

const recordingTag = (root: string): Plugin => ({
  name: 'recording-tag',
  enforce: 'pre',
  load: (id) => (id.split('?')[0] === join(root, 'src/graphql/graphql.ts') ? RECORDING_TAG : null),
});

/** Load all modules that use the tag, and return their documents. */
async function loadDocuments(root: string): Promise<Tagged[]> {
  const documents: Tagged[] = [];
  Object.assign(globalThis, { [Symbol.for('cartulary.operations')]: documents });
  const server = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: { '@': join(root, 'src') } },
    plugins: [...translatedTexts(root), recordingTag(root)],
  });
  try {
    await server.ssrLoadModule('/src/testing/language.ts');
    for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
      if (file.includes('.test.') || !readFileSync(join(root, file), 'utf8').includes("from '@/graphql/graphql'")) continue;
      // oxlint-disable-next-line no-await-in-loop -- in order, so that the result is always the same
      await server.ssrLoadModule(`/${file}`);
    }
  } finally {
    await server.close();
  }
  return documents;
}

async function operations(root: string): Promise<Record<string, string>> {
  const named = (await loadDocuments(root)).flatMap((document) => {
    const source = sourceOf(document);
    const name = NAME.exec(source)?.[1];
    return name ? [[name, source] as const] : [];
  });
  const byName = Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (Object.keys(byName).length !== named.length) throw new Error('Two GraphQL operations have the same name.');
  return byName;
}

export function operationsFile(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'operations-file',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'operations.json'), `${JSON.stringify(await operations(root), null, 1)}\n`);
    },
  };
}
