import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { latinFont, pdfjsAssets } from './vite/assets';
import { chunkGroups } from './vite/chunks';
import { compressedFiles } from './vite/compress';
import { licensesFile } from './vite/licenses';
import { translatedTexts } from './vite/messages';
import { noCircles } from './vite/no-circles';
import { operationsFile } from './vite/operations';
import { smallPdfjs } from './vite/pdfjs';

const root = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');
const backend = 'http://127.0.0.1:8000';
const generatedAssets = process.env['VITEST'] ? [] : [pdfjsAssets(), latinFont()];

export default defineConfig(({ command }) => ({
  base: '/static/app/',
  plugins: [...translatedTexts(root), react(), ...generatedAssets, smallPdfjs(), noCircles(), operationsFile(), licensesFile(), compressedFiles()],
  worker: { format: 'es', plugins: () => [smallPdfjs()] },
  resolve: { alias: { '@': `${root}/src` } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2023',
    ...(command === 'build' && {
      rolldownOptions: {
        input: `${root}/src/app/main.tsx`,
        output: { codeSplitting: { groups: chunkGroups(root) } },
      },
    }),
  },
  server: { proxy: Object.fromEntries(['/api', '/graphql', '/admin', '/health', '/mcp', '/scim', '/accounts'].map((path) => [path, backend])) },
}));
