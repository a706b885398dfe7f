import { fileURLToPath } from 'node:url';

import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src/lib/language.ts', import.meta.url));

it.each([
  ['production', ['@/locales/de.po']],
  ['development', ['@/locales/de.po', '@/locales/pseudo']],
])('has these languages in a build for %s: %s', async (mode, languages) => {
  const built = (await build({
    configFile: false,
    mode,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: source, external: [/^@/], preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  expect(built.output[0].dynamicImports).toEqual(languages);
});
