// Label colours: eight hues that are distinguishable with common colour-vision deficiencies, on white, sepia and dark pages.
// corpuses/annotations/services.py has the same colours in the same order.

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

/** Return the colour of the next label. The server picks it the same way, so that the optimistic label keeps its colour. */
export const nextHue = (labelCount: number): string => LABEL_HUES[labelCount % LABEL_HUES.length]?.color ?? FIRST;
