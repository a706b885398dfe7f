// The lines of relations over the pages, in pixels from the top and the middle of the page stack.
import type { Rect } from '@/features/viewer/model/token-page';

interface Line {
  /** the path of an SVG element */
  path: string;
  /** where the label is shown */
  middle: { x: number; y: number };
}

/** pixels by which a line rises over two passages beside each other */
const RISE = 28;
/** Passages this close in height are on one line of the text. */
const SAME_LINE = 0.5;

const centre = ({ x, width }: Rect) => x + width / 2;

/** Return a curved line from one passage to another: over them if they are on one line, else from the edges that face each other. */
export function lineBetween(source: Rect, target: Rect): Line {
  const [from, to] = [centre(source), centre(target)];
  if (Math.abs(source.y - target.y) <= SAME_LINE * Math.max(source.height, target.height)) {
    const top = Math.min(source.y, target.y);
    return { path: `M ${from} ${source.y} C ${from} ${top - RISE}, ${to} ${top - RISE}, ${to} ${target.y}`, middle: { x: (from + to) / 2, y: top - 0.75 * RISE } };
  }
  const isDown = source.y < target.y;
  const [start, end] = isDown ? [source.y + source.height, target.y] : [source.y, target.y + target.height];
  const half = (start + end) / 2;
  return { path: `M ${from} ${start} C ${from} ${half}, ${to} ${half}, ${to} ${end}`, middle: { x: (from + to) / 2, y: half } };
}
