// Drawing on the canvases over a page. Label colours come from the server, other colours from the theme.
import type { PagePixels } from '@/features/viewer/components/page-stack';
import { rangeRects, type Rect, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import type { Annotation } from '../model/annotation';
import { rectOf, type PageBox } from '../model/box';
import { marksOf, strokeOf } from '../model/marks';

const FILL = 0.22;
const PADDING = 1;
const EDGE = 1.5;

/** Clear the canvas and set its resolution to that of the screen. Its coordinates are CSS pixels. */
export function prepare(canvas: HTMLCanvasElement, { width, height }: PagePixels): CanvasRenderingContext2D {
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser does not support canvas drawing.');
  context.scale(ratio, ratio);
  return context;
}

const scaled = (rect: Rect, { width, height }: PagePixels): Rect => ({
  x: rect.x * width - PADDING,
  y: rect.y * height - PADDING,
  width: rect.width * width + 2 * PADDING,
  height: rect.height * height + 2 * PADDING,
});

export const pixelRects = (tokens: TokenPage, range: TokenRange, size: PagePixels) => rangeRects(tokens, range).map((rect) => scaled(rect, size));

interface Strokes {
  fill: Path2D;
  line: Path2D;
  /** the outlines of suggestions */
  dashed: Path2D;
}

const DASHES = [5, 3];
const DASHED = 1.5;
/** Text of at least this height, in pixels, has outlines of full width; those of smaller text are thinner, so that it can be read. */
const FULL_HEIGHT = 14;

/** Return the scale of the dashes around words. */
const dashScale = (heights: readonly number[]) => heights.reduce((least, height) => Math.min(least, height / FULL_HEIGHT), 1);

/** Draw annotations, with three paths per colour: a page with thousands of annotations stays fast. */
export function drawAnnotations(context: CanvasRenderingContext2D, annotations: readonly Annotation[], tokens: TokenPage, page: { number: number; size: PagePixels }): void {
  const { width, height } = page.size;
  const { fills, underlines } = marksOf(annotations, tokens, page.number);
  const byColor = new Map<string, Strokes>();
  const strokesOf = (color: string): Strokes => {
    const strokes = byColor.get(color) ?? { fill: new Path2D(), line: new Path2D(), dashed: new Path2D() };
    byColor.set(color, strokes);
    return strokes;
  };
  for (const { color, rect } of fills) strokesOf(color).fill.rect(rect.x * width, rect.y * height, rect.width * width, rect.height * height);
  for (const underline of underlines) {
    const { rect, suggested } = underline;
    if (suggested) {
      strokesOf(underline.color).dashed.rect(rect.x * width, rect.y * height, rect.width * width, rect.height * height);
      continue;
    }
    const { y, thickness } = strokeOf(underline, height);
    strokesOf(underline.color).line.rect(underline.rect.x * width, y, underline.rect.width * width, thickness);
  }
  const scale = dashScale(underlines.map(({ rect }) => rect.height * height));
  context.lineWidth = DASHED * scale;
  context.setLineDash(DASHES.map((dash) => dash * scale));
  for (const [color, { fill, line, dashed }] of byColor) {
    context.fillStyle = color;
    context.strokeStyle = color;
    context.globalAlpha = FILL;
    context.fill(fill);
    context.globalAlpha = 1;
    context.fill(line);
    context.stroke(dashed);
  }
}

export interface RangeStyle {
  color: string;
  fill: number;
  edge: boolean;
}

/** Draw an outline around all rectangles, without lines between them: fill enlarged rectangles, then clear their inside. */
function outline(context: CanvasRenderingContext2D, rects: readonly Rect[]): void {
  for (const { x, y, width, height } of rects) context.fillRect(x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE);
  context.globalCompositeOperation = 'destination-out';
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalCompositeOperation = 'source-over';
}

export function drawRange(context: CanvasRenderingContext2D, rects: readonly Rect[], style: RangeStyle): void {
  context.fillStyle = style.color;
  if (style.edge) outline(context, rects);
  context.globalAlpha = style.fill;
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
}

export const themeColor = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim();

export interface BoxStyle {
  color: string;
  /** the selected box, and one that is being drawn */
  strong: boolean;
  suggested?: boolean;
}

const OUTLINE = { normal: 2, strong: 3 };
const BOX_FILL = { normal: 0.06, strong: 0.14 };

/** Draw the outline of a box; it stays inside of the box, so that boxes at the edge of a page are whole. */
export function drawBox(context: CanvasRenderingContext2D, box: PageBox, { color, strong, suggested = false }: BoxStyle, { width, height }: PagePixels): void {
  const rect = rectOf(box);
  const line = strong ? OUTLINE.strong : OUTLINE.normal;
  const [x, y] = [rect.x * width, rect.y * height];
  const size = { width: rect.width * width, height: rect.height * height };
  context.fillStyle = color;
  context.globalAlpha = strong ? BOX_FILL.strong : BOX_FILL.normal;
  context.fillRect(x, y, size.width, size.height);
  context.globalAlpha = 1;
  context.strokeStyle = color;
  context.lineWidth = line;
  context.setLineDash(suggested ? DASHES : []);
  context.strokeRect(x + line / 2, y + line / 2, Math.max(0, size.width - line), Math.max(0, size.height - line));
}
