// Drawing on the canvases over a page. Label colours come from the server, other colours from the theme.
import type { PagePixels } from '@/features/viewer/components/page-stack';
import { rangeRects, type Rect, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';

import { isSuggestion, type Annotation } from '../model/annotation';
import { rectOf, type PageBox } from '../model/box';
import { marksOf, placeOfNumber, strokeOf, type Underline } from '../model/marks';

const FILL = 0.22;
const PADDING = 1;
const EDGE = 1.5;

const screenRatio = () => Math.min(2, devicePixelRatio);

function fail(): never {
  throw new Error('This browser does not support canvas drawing.');
}

/** Clear the canvas and set its resolution to that of the screen. Its coordinates are CSS pixels. */
export function prepare(canvas: HTMLCanvasElement, { width, height }: PagePixels): CanvasRenderingContext2D {
  const ratio = screenRatio();
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d') ?? fail();
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

/** A rectangle of an annotation, in pixels of the page. Outlines of suggestions are dashed. */
interface Mark {
  color: string;
  rect: Rect;
  kind: 'fill' | 'line' | 'dashed';
  /** drawn instead of the rectangle */
  text?: string;
}

const DASHES = [5, 3] as const;
const [DASH, SPACE] = DASHES;

/** Return the dashes of a line. */
function dashesOf(line: Rect): Rect[] {
  const number = Math.ceil(line.width / (DASH + SPACE));
  return Array.from({ length: number }, (_, index) => {
    const x = line.x + index * (DASH + SPACE);
    return { ...line, x, width: Math.min(DASH, line.x + line.width - x) };
  });
}

/** Return the marks of a page of a size in pixels. */
export function marksInPixels(annotations: readonly Annotation[], tokens: TokenPage, page: { number: number; size: PagePixels }): Mark[] {
  const { width, height } = page.size;
  const { fills, underlines, hidden } = marksOf(annotations, tokens, page.number);
  const inPixels = (rect: Rect): Rect => ({ x: rect.x * width, y: rect.y * height, width: rect.width * width, height: rect.height * height });
  const lineOf = (underline: Underline): Rect => {
    const { y, thickness } = strokeOf(underline, height);
    return { ...inPixels(underline.rect), y, height: thickness };
  };
  return [
    ...fills.map(({ color, rect }): Mark => ({ color, rect: inPixels(rect), kind: 'fill' })),
    ...underlines.flatMap((underline): Mark[] => {
      const { color, suggested, outlined, rect } = underline;
      if (outlined) return [{ color, rect: inPixels(rect), kind: 'dashed' }];
      const lines = suggested ? dashesOf(lineOf(underline)) : [lineOf(underline)];
      return lines.map((line) => ({ color, rect: line, kind: 'line' }));
    }),
    ...hidden.map((each): Mark => ({ color: each.color, rect: placeOfNumber(each, page.size), kind: 'line', text: each.text })),
  ];
}

const DASHED = 1.5;
/** Text of at least this height, in pixels, has outlines of full width; those of smaller text are thinner, so that it can be read. */
const FULL_HEIGHT = 14;

/** Return the scale of the dashes around words. */
const dashScale = (heights: readonly number[]) => heights.reduce((least, height) => Math.min(least, height / FULL_HEIGHT), 1);

function drawText(context: Context, { color, rect: { x, y, width, height }, text }: { color: string; rect: Rect; text: string }): void {
  context.font = `600 ${height}px Inter, sans-serif`;
  context.textBaseline = 'top';
  context.fillStyle = color;
  context.fillText(text, x, y, width);
}

/** Draw marks, with three paths per colour: a page with thousands of annotations stays fast. */
export function drawMarks(context: Context, marks: readonly Mark[], fillOpacity = FILL): void {
  const byColor = new Map<string, Record<Mark['kind'], Path2D>>();
  for (const { color, rect, kind, text } of marks) {
    if (text !== undefined) {
      drawText(context, { color, rect, text });
      continue;
    }
    const paths = byColor.get(color) ?? { fill: new Path2D(), line: new Path2D(), dashed: new Path2D() };
    byColor.set(color, paths);
    paths[kind].rect(rect.x, rect.y, rect.width, rect.height);
  }
  const scale = dashScale(marks.flatMap(({ kind, rect }) => (kind === 'dashed' ? rect.height : [])));
  context.lineWidth = DASHED * scale;
  context.setLineDash(DASHES.map((dash) => dash * scale));
  for (const [color, { fill, line, dashed }] of byColor) {
    context.fillStyle = color;
    context.strokeStyle = color;
    context.globalAlpha = fillOpacity;
    context.fill(fill);
    context.globalAlpha = 1;
    context.fill(line);
    context.stroke(dashed);
  }
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Return the smallest rectangle around others and their edges, in whole pixels. */
function boundsOf(rects: readonly Rect[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  const [x, y] = [Math.floor(left - EDGE), Math.floor(top - EDGE)];
  return { x, y, width: Math.ceil(right + EDGE) - x, height: Math.ceil(bottom + EDGE) - y };
}

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

interface Drawing {
  rects: readonly Rect[];
  /** draw the rectangles, with opaque fills if their colours are multiplied */
  draw: (context: Context, isOpaque: boolean) => void;
}

/**
 * Show coloured rectangles on a canvas that covers only them. Their colours are multiplied with the image of the page (null while it is not drawn),
 * so that the text stays dark. A blend mode of CSS looks the same, but the browser would blend the whole page again for every frame of scrolling.
 */
function showOnImage(canvas: HTMLCanvasElement, { rects, draw }: Drawing, image: CanvasImageSource | null, size: PagePixels): void {
  canvas.hidden = rects.length === 0;
  if (canvas.hidden) return;
  const bounds = boundsOf(rects);
  const ratio = screenRatio();
  const layer = () => {
    const context = new OffscreenCanvas(Math.round(bounds.width * ratio), Math.round(bounds.height * ratio)).getContext('2d') ?? fail();
    context.scale(ratio, ratio);
    context.translate(-bounds.x, -bounds.y);
    return context;
  };
  const shown = layer();
  draw(shown, image !== null);
  if (image) {
    shown.globalCompositeOperation = 'multiply';
    shown.drawImage(image, 0, 0, size.width, size.height);
    const shape = layer();
    draw(shape, false);
    shown.globalCompositeOperation = 'destination-in';
    shown.drawImage(shape.canvas, bounds.x, bounds.y, bounds.width, bounds.height);
  }
  canvas.width = shown.canvas.width;
  canvas.height = shown.canvas.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(shown.canvas.transferToImageBitmap());
  const { style } = canvas;
  style.left = percent(bounds.x, size.width);
  style.top = percent(bounds.y, size.height);
  style.width = percent(bounds.width, size.width);
  style.height = percent(bounds.height, size.height);
}

export function showMarks(canvas: HTMLCanvasElement, marks: readonly Mark[], image: CanvasImageSource | null, size: PagePixels): void {
  const draw = (context: Context, isOpaque: boolean) => drawMarks(context, marks, isOpaque ? 1 : FILL);
  showOnImage(canvas, { rects: marks.map(({ rect }) => rect), draw }, image, size);
}

export interface RangeStyle {
  color: string;
  fill: number;
  edge: boolean;
}

/** Draw an outline around all rectangles, without lines between them: fill enlarged rectangles, then clear their inside. */
function outline(context: Context, rects: readonly Rect[]): void {
  for (const { x, y, width, height } of rects) context.fillRect(x - EDGE, y - EDGE, width + 2 * EDGE, height + 2 * EDGE);
  context.globalCompositeOperation = 'destination-out';
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalCompositeOperation = 'source-over';
}

export function drawRange(context: Context, rects: readonly Rect[], style: RangeStyle): void {
  context.fillStyle = style.color;
  if (style.edge) outline(context, rects);
  context.globalAlpha = style.fill;
  for (const { x, y, width, height } of rects) context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
}

export interface StyledRange {
  rects: readonly Rect[];
  style: RangeStyle;
}

export function showRanges(canvas: HTMLCanvasElement, ranges: readonly StyledRange[], image: CanvasImageSource | null, size: PagePixels): void {
  const draw = (context: Context, isOpaque: boolean) => {
    for (const { rects, style } of ranges) drawRange(context, rects, isOpaque ? { ...style, fill: 1 } : style);
  };
  showOnImage(canvas, { rects: ranges.flatMap(({ rects }) => rects), draw }, image, size);
}

export const themeColor = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(name).trim();

export interface DrawnBox {
  box: PageBox;
  color: string;
  /** the selected box, and one that is being drawn */
  strong: boolean;
  suggested?: boolean;
  /** being drawn or changed: above all others */
  isTop?: boolean;
}

/** Return the boxes of annotations; one of these may be selected. */
export const drawnBoxes = (annotations: readonly Annotation[], active?: Annotation): DrawnBox[] =>
  annotations.flatMap(({ uuid, box, label, review }) => (box ? [{ box, color: label.color, strong: uuid === active?.uuid, suggested: isSuggestion({ review }) }] : []));

const OUTLINE = { normal: 2, strong: 3 };
const BOX_FILL = { normal: 0.06, strong: 0.14 };

/** Return a rectangle in whole pixels of the screen: between those with fractions, lines would be seen. */
function wholePixels({ x, y, width, height }: Rect, page: PagePixels): Rect {
  const ratio = screenRatio();
  const whole = (value: number) => Math.round(value * ratio) / ratio;
  const [left, top] = [whole(x * page.width), whole(y * page.height)];
  return { x: left, y: top, width: whole((x + width) * page.width) - left, height: whole((y + height) * page.height) - top };
}

const areaOf = ({ width, height }: Rect) => width * height;

/**
 * Draw boxes on an empty canvas; `words` are the rectangles that the marks of words fill, in fractions of the page. Each rectangle is cleared
 * before it is filled, the smallest last, so that each point has one colour: of the words, else of the smallest box.
 */
export function drawBoxes(context: CanvasRenderingContext2D, boxes: readonly DrawnBox[], words: readonly Rect[], size: PagePixels): void {
  const filled = boxes.map((each) => ({ ...each, rect: wholePixels(rectOf(each.box), size) }));
  filled.sort((a, b) => Number(a.isTop ?? false) - Number(b.isTop ?? false) || areaOf(b.rect) - areaOf(a.rect));
  for (const { rect, color, strong } of filled) {
    clear(context, rect);
    context.fillStyle = color;
    context.globalAlpha = strong ? BOX_FILL.strong : BOX_FILL.normal;
    context.fillRect(rect.x, rect.y, rect.width, rect.height);
  }
  context.globalAlpha = 1;
  for (const word of words) clear(context, wholePixels(word, size));
  for (const each of boxes) outlineBox(context, each, size);
}

const clear = (context: CanvasRenderingContext2D, { x, y, width, height }: Rect) => context.clearRect(x, y, width, height);

/** Draw the outline of a box; it stays inside of the box, so that boxes at the edge of a page are whole. */
function outlineBox(context: CanvasRenderingContext2D, { box, color, strong, suggested = false }: DrawnBox, { width, height }: PagePixels): void {
  const rect = rectOf(box);
  const line = strong ? OUTLINE.strong : OUTLINE.normal;
  context.strokeStyle = color;
  context.lineWidth = line;
  context.setLineDash(suggested ? DASHES : []);
  context.strokeRect(rect.x * width + line / 2, rect.y * height + line / 2, Math.max(0, rect.width * width - line), Math.max(0, rect.height * height - line));
}
