import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import type { Plugin } from 'vite';

import { operationsFile } from './operations';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const backend = 'http://127.0.0.1:8000';

/** pdf.js reads these at run time; nothing may be fetched from outside, so they travel with the build. */
function pdfjsAssets(): Plugin {
  const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
  return {
    name: 'pdfjs-assets',
    buildStart() {
      if (process.env['VITEST']) return;
      for (const folder of folders) {
        const target = here(`./public/pdfjs/${folder}`);
        rmSync(target, { recursive: true, force: true });
        cpSync(here(`./node_modules/pdfjs-dist/${folder}`), target, { recursive: true });
      }
    },
  };
}

export default defineConfig(({ command }) => ({
  base: '/static/app/',
  plugins: [react(), pdfjsAssets(), operationsFile()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    ...(command === 'build' && {
      rolldownOptions: {
        input: here('./src/app/main.tsx'),
        // What every page needs is one file, not fifty that happen to be shared by as many pages.
        output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } },
      },
    }),
  },
  server: { proxy: Object.fromEntries(['/api', '/graphql', '/admin', '/health'].map((path) => [path, backend])) },
  test: { include: ['src/**/*.test.ts'], environment: 'node', testTimeout: 60_000 }, // machines may be slow
}));
