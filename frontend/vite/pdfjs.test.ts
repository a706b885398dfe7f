import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { CUTS, smallDisplay, smallRenderer, smallWorker, withShortGlyphList } from './pdfjs';

const MODULES = join(import.meta.dirname, '../node_modules');
const CONFIG = { categories: { correctness: 'off' }, rules: { 'no-undef': 'error' }, env: { browser: true, es2024: true, node: true, worker: true } };

const display = readFileSync(join(MODULES, CUTS.display.file), 'utf8');
const worker = readFileSync(join(MODULES, CUTS.worker.file), 'utf8');
const renderer = readFileSync(join(MODULES, CUTS.renderer.file), 'utf8');
const rest = { display: smallDisplay(display), worker: smallWorker(worker, smallDisplay(display)), renderer: smallRenderer(renderer) };

test.each([
  { name: 'display', code: display, small: rest.display, share: 0.5 },
  { name: 'worker', code: worker, small: rest.worker, share: 0.7 },
  { name: 'renderer', code: renderer, small: rest.renderer, share: 0.9 },
])('the rest of the $name declares all that it uses', ({ code, small, share }) => {
  const folder = mkdtempSync(join(tmpdir(), 'pdfjs-'));
  expect(small.length).toBeLessThan(share * code.length);
  writeFileSync(join(folder, 'rest.mjs'), small);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(CONFIG));
  execFileSync(join(MODULES, '.bin/oxlint'), ['-c', join(folder, 'config.json'), '--quiet', join(folder, 'rest.mjs')]);
});

test('the worker answers what the viewer asks for', () => {
  const asked = ['GetDocRequest', 'GetPage', 'GetOperatorList', 'FontFallback', 'Ready', 'Terminate'];
  for (const name of asked) expect(rest.worker).toContain(`handler.on("${name}"`);
});

function listIn(code: string): Record<string, number> {
  const [, body = ''] = /const getGlyphsUnicode = getLookupTableFactory\(function \(t\) (\{[^]*?^\})\);/m.exec(code) ?? [];
  const glyphs: Record<string, number> = {};
  // oxlint-disable-next-line no-implied-eval, typescript/no-implied-eval -- the code of pdf.js
  new Function('t', body)(glyphs);
  return glyphs;
}

test('the short list of glyphs has the same names and code points', () => {
  const glyphs = listIn(worker);
  expect(Object.keys(glyphs).length).toBeGreaterThan(4_000);
  expect(listIn(withShortGlyphList(worker))).toEqual(glyphs);
});
