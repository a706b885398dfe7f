// The colours of users who are present. They differ from the colours of labels and of the own selection; each has a line of its own style.

export interface UserColor {
  light: string;
  /** on dark paper and in the dark theme */
  dark: string;
  line: 'dashed' | 'dotted' | 'double' | 'solid';
}

export const USER_COLORS: readonly UserColor[] = [
  { light: '#a3123f', dark: '#ffa3b8', line: 'dashed' },
  { light: '#00636b', dark: '#6fe0e6', line: 'dotted' },
  { light: '#6a3d12', dark: '#e8c39a', line: 'double' },
  { light: '#a000a0', dark: '#f5a5f5', line: 'solid' },
  { light: '#2b1d8f', dark: '#c3c0ff', line: 'dotted' },
  { light: '#2b5d0b', dark: '#aee27e', line: 'dashed' },
];

const HASH_FACTOR = 31;
const HASH_SIZE = 65_521;

const hashOf = (id: string) => [...id].reduce((hash, character) => (hash * HASH_FACTOR + (character.codePointAt(0) ?? 0)) % HASH_SIZE, 0);

/** Return the colour of each user. It follows from the id, so that it is the same for all; the next one is taken if another user has it. */
export function colorsOf(ids: readonly string[]): Map<string, UserColor> {
  const free = new Set(USER_COLORS.keys());
  const colors = new Map<string, UserColor>();
  for (const id of ids.toSorted()) {
    let index = hashOf(id) % USER_COLORS.length;
    while (free.size > 0 && !free.has(index)) index = (index + 1) % USER_COLORS.length;
    free.delete(index);
    const color = USER_COLORS[index];
    if (color) colors.set(id, color);
  }
  return colors;
}

/** Return the custom properties for the colours of a user. */
export const colorProperties = (color: UserColor | undefined) => ({ '--user-light': color?.light, '--user-dark': color?.dark, '--user-line': color?.line });
