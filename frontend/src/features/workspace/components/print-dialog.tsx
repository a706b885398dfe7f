import { plural, t } from '@lingui/core/macro';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Switch } from '@/components/ui/switch';
import { drawBoxes, drawMarks, drawnBoxes, marksInPixels } from '@/features/annotations/components/canvas';
import { groupByPage, type Annotation } from '@/features/annotations/model/annotation';
import { marksOf } from '@/features/annotations/model/marks';
import type { DocumentWords } from '@/features/annotations/use-words';
import type { PageInfo } from '@/features/viewer/model/layout';
import type { Rect } from '@/features/viewer/model/token-page';
import { turnedSize, turnOf, type Turns } from '@/features/viewer/model/turns';
import { copyPage } from '@/features/viewer/pdf-document';
import { formatNumber } from '@/lib/format';
import { showToast } from '@/lib/toasts';

import { useDocumentContext } from '../document-context';
import { pagesInRange } from '../print-range';
import styles from './print-dialog.module.css';

// Printing: the pages are drawn on sheets that only the printer shows, instead of the rest of the page.

interface PrintOptions {
  pdf: PDFDocumentProxy;
  pages: readonly PageInfo[];
  turns: Turns;
  /** the annotations by page; none to print the pages only */
  annotations: ReadonlyMap<number, readonly Annotation[]>;
  words: DocumentWords;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

const POINTS_PER_INCH = 72;
const FINE = 150;
/** With many pages, the sheets would need too much memory. */
const COARSE = 100;
const MANY = 40;

/** Draw the boxes on a canvas of their own: they clear what is below them. */
function boxesOf(annotations: readonly Annotation[], words: readonly Rect[], { width, height }: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (context) drawBoxes(context, drawnBoxes(annotations), words, { width, height });
  return canvas;
}

async function annotate(canvas: HTMLCanvasElement, page: PageInfo, scale: number, { annotations, words }: PrintOptions): Promise<void> {
  const here = annotations.get(page.number) ?? [];
  const context = canvas.getContext('2d');
  if (here.length === 0 || !context) return;
  const tokens = await words.load(page.number);
  const size = { width: page.width * scale, height: page.height * scale };
  const marks = tokens ? marksInPixels(here, tokens, { number: page.number, size }) : [];
  const filled = tokens ? marksOf(here, tokens, page.number).fills.map(({ rect }) => rect) : [];
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'multiply';
  context.drawImage(boxesOf(here, filled, canvas), 0, 0);
  drawMarks(context, marks);
}

const DEGREES = 90;

/** Return the canvas as it is shown: turned. */
function turned(canvas: HTMLCanvasElement, turn: number): HTMLCanvasElement {
  if (turn === 0) return canvas;
  const result = document.createElement('canvas');
  const sideways = turn % 2 === 1;
  result.width = sideways ? canvas.height : canvas.width;
  result.height = sideways ? canvas.width : canvas.height;
  const context = result.getContext('2d');
  context?.translate(result.width / 2, result.height / 2);
  context?.rotate((turn * DEGREES * Math.PI) / 180);
  context?.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
  return result;
}

async function drawSheet(page: PageInfo, options: PrintOptions): Promise<HTMLCanvasElement> {
  const { pdf, pages, turns, signal } = options;
  const scale = (pages.length > MANY ? COARSE : FINE) / POINTS_PER_INCH;
  const source = await pdf.getPage(page.number);
  signal.throwIfAborted();
  const viewport = source.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const task = source.render({ canvas, viewport, intent: 'print' });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
  const sheet = copyPage(canvas);
  await annotate(sheet, page, scale, options);
  return turned(sheet, turnOf(turns, page.number));
}

/** Return rules that give each sheet of paper the size of its page. */
function paperSizes(pages: readonly PageInfo[], turns: Turns): { sheet: CSSStyleSheet; nameOf: (page: PageInfo) => string } {
  const sizeOf = (page: PageInfo) => {
    const { width, height } = turnedSize(page, turnOf(turns, page.number));
    return `${Math.round(width)}pt ${Math.round(height)}pt`;
  };
  const sizes = [...new Set(pages.map(sizeOf))];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sizes.map((size, index) => `@page size${index} { size: ${size}; margin: 0; }`).join('\n'));
  return { sheet, nameOf: (page) => `size${sizes.indexOf(sizeOf(page))}` };
}

/** Draw the pages and open the browser's dialog. The sheets are removed when it closes. */
async function printPages(options: PrintOptions): Promise<void> {
  const { pages, turns, signal, onProgress } = options;
  const container = document.createElement('div');
  container.className = styles['sheets'] ?? '';
  container.dataset['print'] = '';
  container.setAttribute('aria-hidden', 'true');
  const paper = paperSizes(pages, turns);
  for (const [index, page] of pages.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs much memory
    const canvas = await drawSheet(page, options);
    signal.throwIfAborted();
    canvas.style.setProperty('page', paper.nameOf(page));
    container.append(canvas);
    onProgress(index + 1);
  }
  const remove = () => {
    container.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paper.sheet);
  };
  document.body.append(container);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper.sheet];
  addEventListener('afterprint', remove, { once: true });
  print();
}

interface PrintDialogProps {
  /** those that are shown */
  annotations: readonly Annotation[];
  turns: Turns;
  onClose: () => void;
}

const NONE: ReadonlyMap<number, readonly Annotation[]> = new Map();

/** Prepare and print pages; `done` is the number of pages that are ready, null before. */
function usePrinting({ annotations, turns, onClose }: PrintDialogProps) {
  const { pages, words, drawing } = useDocumentContext();
  const [done, setDone] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (numbers: readonly number[], withAnnotations: boolean) => {
    const { pdf } = drawing;
    if (!pdf) return;
    controller.current = new AbortController();
    const { signal } = controller.current;
    setDone(0);
    try {
      const chosen = pages.filter(({ number }) => numbers.includes(number));
      await printPages({ pdf, pages: chosen, turns, annotations: withAnnotations ? groupByPage(annotations) : NONE, words, signal, onProgress: setDone });
    } catch {
      if (signal.aborted) return;
      showToast({ text: t`The pages could not be prepared for printing. Try fewer pages.`, tone: 'danger' });
    }
    onClose();
  };
  return { done, start, isReady: drawing.pdf !== null };
}

/** Asks which pages are printed, and whether with annotations. */
export function PrintDialog(props: PrintDialogProps) {
  const { annotations, onClose } = props;
  const { pages } = useDocumentContext();
  const [range, setRange] = useState(`1-${pages.length}`);
  const [withAnnotations, setWithAnnotations] = useState(annotations.length > 0);
  const { done, start, isReady } = usePrinting(props);
  const numbers = pagesInRange(range, pages.length);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (numbers && done === null) void start(numbers, withAnnotations);
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Print`} description={t`The pages are printed as they are shown, on paper of their size.`}>
      <form onSubmit={submit}>
        <DialogBody>
          <Field
            label={t`Pages, of ${formatNumber(pages.length)}`}
            value={range}
            error={numbers ? undefined : t`Write pages such as 1-3, 7.`}
            onChange={(event) => setRange(event.target.value)}
          />
          {annotations.length > 0 && (
            <Switch label={t`With annotations`} about={t`Those that the filters show, without notes`} checked={withAnnotations} onChange={setWithAnnotations} />
          )}
          <p role="status">{done !== null && t`Preparing page ${Math.min(done + 1, numbers?.length ?? 0)} of ${numbers?.length ?? 0}…`}</p>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" type="submit" busy={done !== null} disabled={!numbers || !isReady}>
            {numbers ? t`Print ${plural(numbers.length, { one: '# page', other: '# pages' })}` : t`Print`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
