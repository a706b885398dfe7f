// Label colours: eight hues that are distinguishable with common colour-vision deficiencies, on white, sepia and dark pages.
// corpuses/annotations/labels/services.py has the same colours in the same order.

import { t } from '@lingui/core/macro';

export interface Hue {
  name: string;
  color: string;
}

export const LABEL_HUES: readonly Hue[] = [
  { name: t`Blue`, color: '#2f7fc4' },
  { name: t`Orange`, color: '#c97706' },
  { name: t`Green`, color: '#0f9a73' },
  { name: t`Vermilion`, color: '#d4502a' },
  { name: t`Purple`, color: '#8b62d0' },
  { name: t`Pink`, color: '#c8649b' },
  { name: t`Olive`, color: '#857f14' },
  { name: t`Slate`, color: '#64748b' },
];

/** Shares of the colour of a label behind its words in the text view, in per cent: with any colour the words are legible in every theme. */
export const TEXT_FILL = { rest: 18, active: 32 } as const;

/** Check whether a colour is one of the eight, which stand out from every background. */
export const isOffered = (color: string): boolean => LABEL_HUES.some((hue) => hue.color === color);

/** Return the first colour that no label has, or else the rarest. The server picks it the same way, so that the optimistic label keeps its colour. */
export function nextHue(used: readonly string[]): string {
  const uses = ({ color }: Hue) => used.filter((each) => each === color).length;
  return LABEL_HUES.reduce((best, hue) => (uses(hue) < uses(best) ? hue : best)).color;
}

/** Return the name of a colour; its code if it is not one of the eight. */
export const hueName = (color: string): string => LABEL_HUES.find((hue) => hue.color === color)?.name ?? color;
