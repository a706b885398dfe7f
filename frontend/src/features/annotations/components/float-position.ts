// The position of elements that float over the pages, in the coordinates of the page stack.
import { shownPage, type Layout, type PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, type Rect } from '@/features/viewer/model/token-page';
import { turnRect } from '@/features/viewer/model/turns';

import type { Annotation } from '../model/annotation';
import { rectOf, type PageBox } from '../model/box';
import type { Position } from '../model/selection';
import type { DocumentWords } from '../use-words';

export interface Geometry {
  words: DocumentWords;
  layout: Layout;
  pages: readonly PageInfo[];
}

const DISTANCE = 8;
const WIDTH = 480;
/** how far an element begins to the left of its word */
const BESIDE = 120;

/** Return the word that the card of an annotation is shown at: the last one on its first page. */
export function placeOf(annotation: Annotation | undefined): Position | null {
  const span = annotation?.spans[0];
  return span ? { page: span.page, token: span.last } : null;
}

/** Return the rectangle of a word in pixels from the top and the middle of the page stack; null if its page is not loaded. */
export function wordRect({ page: number, token }: Position, { words, layout, pages }: Geometry): Rect | null {
  const tokens = words.peek(number);
  const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
  return rect ? pixelRect(number, rect, { layout, pages }) : null;
}

export const boxRect = (box: PageBox, geometry: Pick<Geometry, 'layout' | 'pages'>) => pixelRect(box.page, rectOf(box), geometry);

function pixelRect(number: number, rect: Rect, { layout, pages }: Pick<Geometry, 'layout' | 'pages'>): Rect | null {
  const page = pages[number - 1];
  if (!page) return null;
  const { turn, width, height } = shownPage(layout, page);
  const shown = turnRect(rect, turn);
  const middle = layout.middles[number - 1] ?? 0;
  return { x: middle + (shown.x - 0.5) * width, y: (layout.tops[number - 1] ?? 0) + shown.y * height, width: shown.width * width, height: shown.height * height };
}

/** Return the style of an element below a word or a box, within the width of the page stack. */
export const positionBelow = (place: Position, geometry: Geometry) => below(wordRect(place, geometry), BESIDE);

export const positionBelowBox = (box: PageBox, geometry: Geometry) => below(boxRect(box, geometry), 0);

function below(rect: Rect | null, beside: number) {
  if (!rect) return null;
  return { top: rect.y + rect.height + DISTANCE, left: `clamp(8px, calc(50% + ${rect.x - beside}px), calc(100% - ${WIDTH}px))` };
}
