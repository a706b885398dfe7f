// Contrasts in all themes, from the tokens and the style sheets. Browser tests look at the light theme only.
import { describe, expect, it } from 'vitest';

import { contrast, mixed, rgb, themes } from '@/testing/contrast';

const sheets = import.meta.glob<string>('/src/**/*.css', { query: '?raw', import: 'default', eager: true });

const TEXTS = ['--ink-strong', '--ink', '--muted', '--accent-text', '--accent', '--info', '--success', '--warning', '--danger'];
/** icons, borders of controls, the outline of the focus */
const SHAPES = ['--edge', '--focus'];
/** The place of a component decides which of them its texts lie on. */
const SURFACES = ['--canvas', '--panel', '--raised', '--hover', '--accent-soft', '--info-soft', '--success-soft', '--warning-soft', '--danger-soft'];
/** a passage within a text, whose colour it keeps */
const MARKED_TEXTS = ['--ink-strong', '--ink', '--accent-text'];
/** bars, dots, handles and images: nothing is written on them */
const FILLS = ['--accent', '--danger', '--edge', '--info', '--line', '--on-accent', '--page', '--scrim', '--selection', '--success', '--uncertain', '--warning'];
/** WCAG demands nothing of controls that are disabled. */
const DISABLED = '--disabled';

interface Rule {
  readonly place: string;
  readonly body: string;
}

const rules: readonly Rule[] = Object.entries(sheets).flatMap(([file, css]) =>
  [...css.replaceAll(/\/\*.*?\*\//gsu, '').matchAll(/(?<selector>[^{};]+)\{(?<body>[^{}]*)\}/gu)].map(({ groups }) => ({ place: `${file} ${groups?.['selector']?.trim() ?? ''}`, body: groups?.['body'] ?? '' })),
);

const declared = ({ body }: Rule, names: string) => new RegExp(`(?:^|[;\\s])(?:${names}):\\s*(?<value>[^;]+);`, 'u').exec(body)?.groups?.['value'];

/** Return the token that is the whole value, or nothing. */
const token = (value: string | undefined) => /^var\((?<name>--[\w-]+)\)$/u.exec(value ?? '')?.groups?.['name'];

const uses = rules.map((rule) => ({ place: rule.place, text: token(declared(rule, 'color')), background: token(declared(rule, 'background|background-color')) }));
const pairs = new Map(uses.flatMap(({ text, background }) => (text && background ? [[`${text} on ${background}`, [text, background] as const]] : [])));

/** of other users, whose colours have tests of their own */
const isOfUser = (name: string) => ['--user', '--on-user'].includes(name);

describe.each([...themes()])('contrasts in the theme %s', (_theme, tokens) => {
  const color = (name: string) => rgb(tokens.get(name) ?? '');

  it.each(SURFACES)('texts, icons and borders stand out from %s', (surface) => {
    for (const text of TEXTS) expect(contrast(color(text), color(surface)), text).toBeGreaterThanOrEqual(4.5);
    for (const shape of SHAPES) expect(contrast(color(shape), color(surface)), shape).toBeGreaterThanOrEqual(3);
  });

  it.each([...pairs].filter(([, names]) => !names.some(isOfUser)))('%s, in one rule, is legible', (_pair, [text, background]) => {
    expect(contrast(color(text), color(background))).toBeGreaterThanOrEqual(4.5);
  });

  it('the main button stays legible under the pointer', () => {
    expect(contrast(color('--on-accent'), color('--accent-hover'))).toBeGreaterThanOrEqual(4.5);
  });

  it('marked passages are legible', () => {
    for (const text of MARKED_TEXTS) {
      expect(contrast(color(text), color('--mark')), text).toBeGreaterThanOrEqual(4.5);
      for (const below of ['--panel', '--raised']) expect(contrast(color(text), mixed(color('--hit'), 0.25, color(below))), `${text} on ${below}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the message over a page onto which files are dragged is legible', () => {
    for (const below of ['#000000', '#ffffff']) expect(contrast(color('--ink-strong'), mixed(color('--raised'), 0.88, rgb(below))), below).toBeGreaterThanOrEqual(4.5);
  });
});

describe('the colours of style sheets', () => {
  it('are tokens of which a contrast is known', () => {
    const known = new Set([...TEXTS, ...SHAPES, '--on-accent', DISABLED]);
    expect(uses.filter(({ text, background }) => text && !background && !known.has(text))).toEqual([]);
    const surfaces = new Set([...SURFACES, ...FILLS, '--accent-hover', '--mark']);
    expect(uses.filter(({ text, background }) => background && !text && !surfaces.has(background) && !isOfUser(background))).toEqual([]);
  });

  it('are not written as values, but those of pages on dark paper, which are images', () => {
    const values = rules.filter(({ place }) => !place.includes('tokens.css')).flatMap((rule) => [declared(rule, 'color'), declared(rule, 'background|background-color')]);
    expect(new Set(values.filter((value) => value?.includes('#')))).toEqual(new Set(['#1f2023']));
  });

  it('are mixed only as tested above, but for boxes on pages', () => {
    const mixes = rules.flatMap(({ body }) => [...body.matchAll(/color-mix\(in srgb, var\((?<name>--[\w-]+)\) (?<share>\d+)%, transparent\)/gu)].map(({ groups }) => `${groups?.['name'] ?? ''} ${groups?.['share'] ?? ''}`));
    expect(mixes.filter((mix) => !mix.startsWith('--user')).toSorted()).toEqual(['--hit 25', '--raised 88', '--selection 16']);
  });

  it('are pale in what is disabled, waits for its contents, or is drawn', () => {
    const pale = rules.flatMap((rule) => (Number(declared(rule, 'opacity') ?? 1) % 1 ? [rule.place] : []));
    expect(pale.filter((place) => !place.includes('disabled')).map((place) => place.split(' ')[0]).toSorted()).toEqual(['/src/components/ui/skeleton.module.css', '/src/features/find/components/find.module.css']);
  });
});
