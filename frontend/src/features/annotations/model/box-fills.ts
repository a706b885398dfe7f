// The fills of boxes. Each point of a page is filled with the colour of one annotation, so that colours never mix: of words, else of the smallest box.
import type { Rect } from '@/features/viewer/model/token-page';

const areaOf = ({ width, height }: Rect) => width * height;

/** Return the parts of a rectangle outside of another one. */
function outside(rect: Rect, other: Rect): Rect[] {
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
  const [left, top] = [Math.max(rect.x, other.x), Math.max(rect.y, other.y)];
  const [end, below] = [Math.min(right, other.x + other.width), Math.min(bottom, other.y + other.height)];
  if (left >= end || top >= below) return [rect];
  const parts = [
    { x: rect.x, y: rect.y, width: rect.width, height: top - rect.y },
    { x: rect.x, y: below, width: rect.width, height: bottom - below },
    { x: rect.x, y: top, width: left - rect.x, height: below - top },
    { x: end, y: top, width: right - end, height: below - top },
  ];
  return parts.filter((part) => areaOf(part) > 0);
}

interface Fill {
  rect: Rect;
  /** above all others: a box that is being drawn or changed */
  isTop?: boolean;
}

/** Return the parts of boxes that are filled, which do not overlap each other and the words. */
export function fillsOfBoxes<Box extends Fill>(boxes: readonly Box[], words: readonly Rect[]): Box[] {
  const above = [...words];
  const fills: Box[] = [];
  for (const box of boxes.toSorted((a, b) => Number(b.isTop ?? false) - Number(a.isTop ?? false) || areaOf(a.rect) - areaOf(b.rect))) {
    const parts = above.reduce<Rect[]>((left, other) => left.flatMap((part) => outside(part, other)), [box.rect]);
    for (const rect of parts) fills.push({ ...box, rect });
    above.push(box.rect);
  }
  return fills;
}
