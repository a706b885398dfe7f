// Hues for labels: eight that stay apart for the common colour-vision deficiencies, on white, sepia and dark pages.

export interface Hue {
  name: string;
  color: string;
}

export const LABEL_HUES: readonly Hue[] = [
  { name: 'Blue', color: '#2f7fc4' },
  { name: 'Orange', color: '#c97706' },
  { name: 'Green', color: '#0f9a73' },
  { name: 'Vermilion', color: '#d4502a' },
  { name: 'Purple', color: '#8b62d0' },
  { name: 'Pink', color: '#c8649b' },
  { name: 'Olive', color: '#857f14' },
  { name: 'Slate', color: '#64748b' },
];

const FIRST = LABEL_HUES[0]?.color ?? '#2f7fc4';

/** The first hue that no label has yet; after eight they come round again. */
export function nextHue(used: readonly string[]): string {
  const taken = new Set(used.map((color) => color.toLowerCase()));
  const free = LABEL_HUES.find(({ color }) => !taken.has(color));
  return free?.color ?? LABEL_HUES[used.length % LABEL_HUES.length]?.color ?? FIRST;
}
