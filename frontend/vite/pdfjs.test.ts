import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { CUTS, withoutSections } from './pdfjs';

const MODULES = join(import.meta.dirname, '../node_modules');
const CONFIG = { categories: { correctness: 'off' }, rules: { 'no-undef': 'error' }, env: { browser: true, es2024: true, node: true, worker: true } };

test.each(CUTS)('what is left of $file declares all that it uses', (cut) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfjs-'));
  const code = readFileSync(join(MODULES, cut.file), 'utf8');
  const rest = withoutSections(code, cut);
  expect(rest.length).toBeLessThan(0.75 * code.length);
  writeFileSync(join(folder, 'rest.mjs'), rest);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIG));
  execFileSync(join(MODULES, '.bin/oxlint'), ['-c', join(folder, 'config.json'), '--quiet', join(folder, 'rest.mjs')]);
});
