// Drawing on canvases over a page. Colours of labels come from the server; the rest from the tokens of the theme.
import type { PagePixels } from '@/features/viewer/components/page-stack';
import { rangeRects, type Rect, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import { assignLanes, type Annotation } from '../model/annotation';

const FILL = 0.22;
const UNDERLINE = 2;
const LANES = 4;
const LANE_STEP = 3;
const PADDING = 1;
const EDGE = 1.5;

/** Sizes the canvas to the screen's own pixels and clears it; drawing is in CSS pixels. */
export function prepare(canvas: HTMLCanvasElement, { width, height }: PagePixels): CanvasRenderingContext2D {
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser gives no drawing surface.');
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
}

/** One path a colour, however many annotations: a page with thousands stays smooth. */
export function paintAnnotations(context: CanvasRenderingContext2D, annotations: readonly Annotation[], tokens: TokenPage, page: { number: number; size: PagePixels }): void {
  const lanes = assignLanes(annotations, page.number);
  const byColor = new Map<string, Strokes>();
  for (const annotation of annotations) {
    const strokes = byColor.get(annotation.label.color) ?? { fill: new Path2D(), line: new Path2D() };
    byColor.set(annotation.label.color, strokes);
    const drop = ((lanes.get(annotation.uuid) ?? 0) % LANES) * LANE_STEP;
    for (const span of annotation.spans.filter((candidate) => candidate.page === page.number)) {
      for (const rect of pixelRects(tokens, span, page.size)) {
        strokes.fill.rect(rect.x, rect.y, rect.width, rect.height);
        strokes.line.rect(rect.x, rect.y + rect.height + drop, rect.width, UNDERLINE);
      }
    }
  }
  for (const [color, { fill, line }] of byColor) {
    context.fillStyle = color;
    context.globalAlpha = FILL;
    context.fill(fill);
    context.globalAlpha = 1;
    context.fill(line);
  }
}

export interface RangeStyle {
  color: string;
  fill: number;
  edge: boolean;
}

/** The outline around everything, without lines between the rectangles: grown, filled, and the inside cut out again. */
function outline(context: CanvasRenderingContext2D, rects: readonly Rect[]): void {
  for (const { x, y, width, height } of rects) context.fillRect(x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE);
  context.globalCompositeOperation = 'destination-out';
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalCompositeOperation = 'source-over';
}

export function paintRange(context: CanvasRenderingContext2D, rects: readonly Rect[], style: RangeStyle): void {
  context.fillStyle = style.color;
  if (style.edge) outline(context, rects);
  context.globalAlpha = style.fill;
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
}

export const themeColor = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim();
