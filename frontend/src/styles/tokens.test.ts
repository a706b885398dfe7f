// Contrast in all themes, from the tokens: the browser tests look at the light theme only, because the others differ in colours alone.
import { describe, expect, it } from 'vitest';

import { contrast, mixed, rgb, themes } from '@/testing/contrast';

const SURFACES = ['--canvas', '--panel', '--raised', '--hover'] as const;
const TEXTS = ['--ink-strong', '--ink', '--muted', '--accent-text', '--danger', '--warning', '--success', '--info'] as const;
const PALE = ['accent', 'success', 'warning', 'danger', 'info'] as const;
// Text that lies on coloured surfaces, which other rules give it.
const ON_COLOURS = [
  ...PALE.flatMap((name) => ['--ink-strong', '--ink'].map((text) => [text, `--${name}-soft`] as const)),
  ...PALE.slice(1).map((name) => [`--${name}`, `--${name}-soft`] as const),
  ['--accent-text', '--accent-soft'],
  ['--muted', '--accent-soft'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-hover'],
  ['--on-danger', '--danger'],
  ['--ink-strong', '--mark'],
] as const;
// Not text: edges of controls and the ring of the focus, 3:1 (WCAG 1.4.11).
const EDGES = ['--edge', '--focus', '--accent'] as const;
// Exempt by WCAG 1.4.3: inactive controls.
const INACTIVE = new Set(['--disabled']);

const styles = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });
const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const rules = Object.entries(styles).flatMap(([file, css]) => [...css.matchAll(/\{(?<body>[^{}]*)\}/gu)].map(({ groups }) => ({ file, body: groups?.['body'] ?? '' })));
const token = (body: string, property: string) => new RegExp(`(?:^|[;\\s])${property}:\\s*var\\((?<name>--[\\w-]+)\\)`, 'u').exec(body)?.groups?.['name'];
/** Text and background that one rule sets together. */
const together = rules.flatMap(({ file, body }) => {
  const [text, background] = [token(body, 'color'), token(body, 'background(?:-color)?')];
  return text !== undefined && background !== undefined && !INACTIVE.has(text) ? [{ file, text, background }] : [];
});

describe.each([...themes()])('%s', (_, tokens) => {
  const color = (name: string) => rgb(tokens.get(name) ?? `missing ${name}`);

  it.each(SURFACES)('text is legible on %s', (surface) => {
    const bad = TEXTS.filter((text) => contrast(color(text), color(surface)) < 4.5);
    expect(bad).toEqual([]);
  });

  it('text is legible on coloured surfaces, and where one rule sets both', () => {
    const own = together.filter(({ text, background }) => tokens.has(text) && tokens.has(background)).map(({ text, background }) => [text, background] as const);
    const bad = [...ON_COLOURS, ...own].filter(([text, background]) => contrast(color(text), color(background)) < 4.5);
    expect(own.length).toBeGreaterThan(20);
    expect(bad).toEqual([]);
  });

  it('text is legible on a selected passage', () => {
    const passage = mixed(color('--selection'), 0.16, color('--raised'));
    expect(contrast(color('--ink-strong'), passage)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SURFACES)('edges of controls and the focus are visible on %s', (surface) => {
    const bad = EDGES.filter((edge) => contrast(color(edge), color(surface)) < 3);
    expect(bad).toEqual([]);
  });
});

it('every variable that a rule uses is set somewhere', () => {
  const code = [...Object.values(styles), ...Object.values(sources)].join('\n');
  const set = new Set([...code.matchAll(/(?<name>--[\w-]+)['"]?\]?:/gu)].map(({ groups }) => groups?.['name']));
  const used = rules.flatMap(({ file, body }) => [...body.matchAll(/var\((?<name>--[\w-]+)\)/gu)].map(({ groups }) => `${file} ${groups?.['name']}`));
  expect(used.filter((each) => !set.has(each.split(' ')[1] ?? ''))).toEqual([]);
});
