import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PagePixels } from '@/features/viewer/components/page-stack';
import type { PageInfo } from '@/features/viewer/model/layout';
import { tokensWithin, type TokenPage } from '@/features/viewer/model/token-page';
import { lazyPart } from '@/lib/lazy-part';
import { useIdle } from '@/lib/use-idle';

import type { Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { marksOf } from '../model/marks';
import { caretOf, isCaret, rangesOn, spansOf, type Words } from '../model/selection';
import { drawBoxes, drawnBoxes, marksInPixels, pixelRects, prepare, showMarks, showRanges, themeColor, type RangeStyle } from './canvas';
import styles from './page-overlay.module.css';

interface BoxLayerProps {
  page: number;
  size: PagePixels;
  annotations: readonly Annotation[];
  active: Annotation | undefined;
  /** the words of the page, if they are loaded */
  tokens: TokenPage | undefined;
}

/** The outlines of the boxes of a page, and of the one that is being drawn or changed. */
function BoxLayer({ page, size: { width, height }, annotations, active, tokens }: BoxLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const edited = useAnnotatorState(({ box }) => (box?.page === page ? box : null));
  const resized = useAnnotatorState((state) => state.resized);
  const count = annotations.filter(({ box }) => box !== null).length;
  const isNeeded = count > 0 || edited !== null;
  const words = useMemo(() => (isNeeded && tokens ? marksOf(annotations, tokens, page).fills.map(({ rect }) => rect) : []), [isNeeded, annotations, tokens, page]);
  useEffect(() => {
    const element = canvas.current;
    if (!element || !isNeeded) return;
    const size = { width, height };
    const context = prepare(element, size);
    const boxes = drawnBoxes(
      annotations.filter(({ uuid }) => uuid !== resized?.uuid),
      active,
    );
    if (edited) boxes.push({ box: edited, color: resized?.label.color ?? themeColor(element, '--selection'), strong: true, isTop: true });
    drawBoxes(context, boxes, words, size);
  }, [annotations, active, edited, resized, words, width, height, isNeeded]);
  if (!isNeeded) return null;
  return <canvas ref={canvas} className={styles['boxes']} aria-hidden="true" data-boxes={count} />;
}

interface PageOverlayProps {
  page: PageInfo;
  size: PagePixels;
  isVisible: boolean;
  version: string;
  words: Words;
  annotations: readonly Annotation[];
  /** the annotation that the user has selected */
  active: Annotation | undefined;
  /** the range of the document's text that a search result links to */
  hit: { from: number; to: number } | null;
  showUncertain: boolean;
}

const useUncertainWords = lazyPart(() => import('./uncertain-words-layer'));

const NONE = -1;
const NO_RANGES: readonly number[] = [];

const hitStyle = (element: Element): RangeStyle => ({ color: themeColor(element, '--hit'), fill: 0.5, edge: false });

const activeStyle = (annotation: Annotation | undefined): RangeStyle => ({ color: annotation?.label.color ?? '', fill: 0.25, edge: true });

const selectionStyle = (element: Element, caret: boolean): RangeStyle => ({
  color: themeColor(element, '--selection'),
  fill: caret ? 0.12 : 0.3,
  edge: caret,
});

/** Return the words of an annotation on a page; a box has an outline of its own. */
const spansOn = (annotation: Annotation | undefined, page: number) => (annotation && !annotation.box ? annotation.spans.filter((span) => span.page === page) : []);

/** Return ranges from their first and last words, one after the other: numbers are compared when the selection changes. */
const rangesFrom = (ends: readonly number[]) => ends.flatMap((first, index) => (index % 2 === 0 ? [{ first, last: ends[index + 1] ?? first }] : []));

interface LayerProps extends Omit<PageOverlayProps, 'isVisible' | 'version' | 'showUncertain'> {
  tokens: TokenPage;
}

/** Call `onChange` with the image of the page around an element, now and when another one is drawn. Returns a function that ends this. */
function watchImage(element: Element, onChange: (image: HTMLCanvasElement | null) => void): () => void {
  const raster = element.parentElement?.querySelector('[data-page-raster]');
  const call = () => onChange(raster?.querySelector('canvas') ?? null);
  const observer = new MutationObserver(call);
  call();
  if (raster) observer.observe(raster, { childList: true });
  return () => observer.disconnect();
}

function AnnotationLayer({ page, size, annotations, tokens }: Pick<LayerProps, 'page' | 'size' | 'annotations' | 'tokens'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { number } = page;
  const { width, height } = size;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const marks = marksInPixels(annotations, tokens, { number, size: { width, height } });
    return watchImage(element, (image) => showMarks(element, marks, image, { width, height }));
  }, [annotations, tokens, number, width, height]);
  return <canvas ref={canvas} className={styles['annotations']} aria-hidden="true" data-annotations={annotations.length} />;
}

/** Draws the selection, the active annotation and the search hit. It is separate from the annotations because every move of the pointer redraws it. */
function SelectionLayer({ page, size, tokens, words, active, hit }: Omit<LayerProps, 'annotations'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { number } = page;
  const { width, height } = size;
  const ranges = useAnnotatorState(useShallow(({ selection }) => (selection && !isCaret(selection) ? rangesOn(spansOf(selection, words), number).flatMap(({ first, last }) => [first, last]) : NO_RANGES)));
  const caret = useAnnotatorState(({ selection }) => (selection && caretOf(selection)?.page === number ? selection.head.token : NONE));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const hitRange = hit && tokensWithin(tokens, hit.from, hit.to);
    const marks = [
      ...(hitRange ? [{ range: hitRange, style: hitStyle(element) }] : []),
      ...spansOn(active, number).map((range) => ({ range, style: activeStyle(active) })),
      ...rangesFrom(ranges).map((range) => ({ range, style: selectionStyle(element, false) })),
      ...(caret >= 0 ? [{ range: { first: caret, last: caret }, style: selectionStyle(element, true) }] : []),
    ];
    element.dataset['hit'] = String(hitRange !== null);
    const pixels = { width, height };
    const shown = marks.map(({ range, style }) => ({ rects: pixelRects(tokens, range, pixels), style }));
    return watchImage(element, (image) => showRanges(element, shown, image, pixels));
  }, [tokens, number, width, height, ranges, caret, active, hit]);
  const selected = rangesFrom(ranges).reduce((sum, { first, last }) => sum + last - first + 1, 0) || Number(caret >= 0);
  return <canvas ref={canvas} className={styles['selection']} aria-hidden="true" data-selected={selected} data-active={active ? '' : undefined} />;
}

export const PageOverlay = memo(function PageOverlay({ version, showUncertain, ...props }: PageOverlayProps) {
  const uncertain = useUncertainWords(showUncertain);
  const isIdle = useIdle(); // the image of the visible page is loaded before the words of its neighbours
  const isWanted = props.isVisible || (isIdle && props.annotations.length > 0);
  const { data: tokens } = useQuery({ ...tokensOptions(props.page.tokensUrl, version), enabled: props.page.tokenCount > 0 && isWanted });
  const { page, size, annotations, active } = props;
  return (
    <>
      {showUncertain && uncertain && tokens?.confidence && <uncertain.UncertainWordsLayer size={size} tokens={tokens} />}
      {tokens && <AnnotationLayer {...props} tokens={tokens} />}
      <BoxLayer {...{ size, annotations, active, tokens }} page={page.number} />
      {tokens && <SelectionLayer {...props} tokens={tokens} />}
    </>
  );
});
