// Contrast of colours by WCAG 2, and the colours of each theme.
import css from '../styles/tokens.css?raw';

export type Rgb = readonly [number, number, number];

/** Return the channels of a colour like #2f7fc4, from 0 to 1. */
export function rgb(color: string): Rgb {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255;
  return [channel(1), channel(3), channel(5)];
}

const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

const luminance = ([red, green, blue]: Rgb) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** Return the contrast of two colours: from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Return what shows if a colour lies on another one with this share, from 0 to 1. */
export const mixed = (top: Rgb, share: number, below: Rgb): Rgb => [0, 1, 2].map((index) => (top[index] ?? 0) * share + (below[index] ?? 0) * (1 - share)) as unknown as Rgb;

type Tokens = ReadonlyMap<string, string>;

/** Return the colours of the tokens in each theme. */
export function themes(): ReadonlyMap<string, Tokens> {
  const blocks = new Map([...css.matchAll(/:root(?<theme>[^{]*)\{(?<body>[^}]*)\}/gu)].map(({ groups }) => [groups?.['theme']?.trim() ?? '', groups?.['body'] ?? '']));
  const colors = (...names: readonly string[]) => new Map(names.flatMap((name) => [...(blocks.get(name) ?? '').matchAll(/(?<name>--[\w-]+): (?<color>#[0-9a-f]{6});/gu)].map(({ groups }) => [groups?.['name'] ?? '', groups?.['color'] ?? ''] as const)));
  const [dark, more] = ["[data-theme='dark']", "[data-contrast='more']"];
  return new Map([
    ['light', colors('')],
    ['dark', colors('', dark)],
    ['light, more contrast', colors('', more)],
    ['dark, more contrast', colors('', dark, more, `${more}${dark}`)],
  ]);
}
