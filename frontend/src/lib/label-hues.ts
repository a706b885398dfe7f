// Hues for labels: eight that stay apart for the common colour-vision deficiencies, on white, sepia and dark pages.
// The same eight, in the same order, are in corpuses/annotations/services.py.

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

/** The colour a new label gets: the server counts the same way, so that what is shown at once stays. */
export const nextHue = (labelCount: number): string => LABEL_HUES[labelCount % LABEL_HUES.length]?.color ?? FIRST;
