// Label colours: eight hues that are distinguishable with common colour-vision deficiencies, on white, sepia and dark pages.
// corpuses/annotations/labels.py has the same colours in the same order.

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

/** Return the first colour that no label has, or else the rarest. The server picks it the same way, so that the optimistic label keeps its colour. */
export function nextHue(used: readonly string[]): string {
  const uses = ({ color }: Hue) => used.filter((each) => each === color).length;
  return LABEL_HUES.reduce((best, hue) => (uses(hue) < uses(best) ? hue : best)).color;
}

/** Return the name of a colour; its code if it is not one of the eight. */
export const hueName = (color: string): string => LABEL_HUES.find((hue) => hue.color === color)?.name ?? color;
