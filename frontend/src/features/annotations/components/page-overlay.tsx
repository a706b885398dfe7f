import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PagePixels } from '@/features/viewer/components/page-stack';
import type { PageInfo } from '@/features/viewer/model/layout';
import { tokensWithin, type TokenPage } from '@/features/viewer/model/token-page';

import type { Annotation } from '../model/annotation';
import { useGestures } from '../model/gesture-store';
import { isCaret, rangeOn, spansOf, type Words } from '../model/selection';
import styles from './page-overlay.module.css';
import { paintAnnotations, paintRange, pixelRects, prepare, themeColor, type RangeStyle } from './paint';
import { UnsureLayer } from './unsure-layer';

interface PageOverlayProps {
  page: PageInfo;
  size: PagePixels;
  version: string;
  words: Words;
  annotations: readonly Annotation[];
  /** the annotation that the reader has chosen */
  lit: Annotation | undefined;
  /** a stretch of the document's text to show, from a search */
  hit: { from: number; to: number } | null;
  /** words that are not sure are tinted */
  unsure: boolean;
}

const NONE = -1;
/** A canvas without pixels: most pages have nothing to show, and a page's worth of pixels is dear. */
const NOTHING: PagePixels = { width: 0, height: 0 };

const hitStyle = (element: Element): RangeStyle => ({ color: themeColor(element, '--hit'), fill: 0.5, edge: false });

const litStyle = (annotation: Annotation | undefined): RangeStyle => ({ color: annotation?.label.color ?? '', fill: 0.25, edge: true });

const selectionStyle = (element: Element, caret: boolean): RangeStyle => ({
  color: themeColor(element, '--selection'),
  fill: caret ? 0.12 : 0.3,
  edge: caret,
});

const spansOn = (annotation: Annotation | undefined, page: number) => annotation?.spans.filter((span) => span.page === page) ?? [];

interface LayerProps extends Omit<PageOverlayProps, 'version' | 'unsure'> {
  tokens: TokenPage;
}

function AnnotationLayer({ page, size, annotations, tokens }: Pick<LayerProps, 'page' | 'size' | 'annotations' | 'tokens'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { number } = page;
  const { width, height } = size;
  useEffect(() => {
    const context = canvas.current && prepare(canvas.current, annotations.length > 0 ? { width, height } : NOTHING);
    if (context) paintAnnotations(context, annotations, tokens, { number, size: { width, height } });
  }, [annotations, tokens, number, width, height]);
  return <canvas ref={canvas} className={styles['annotations']} aria-hidden="true" data-annotations={annotations.length} />;
}

/** Redrawn with every move of the pointer, so it holds as little as possible. */
function GestureLayer({ page, size, tokens, words, lit, hit }: Omit<LayerProps, 'annotations'>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { number } = page;
  const { width, height } = size;
  const [first, last, caret] = useGestures(
    useShallow(({ selection }): [number, number, boolean] => {
      const range = selection && rangeOn(spansOf(selection, words), number);
      return [range?.first ?? NONE, range?.last ?? NONE, selection !== null && isCaret(selection)];
    }),
  );
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const found = hit && tokensWithin(tokens, hit.from, hit.to);
    const marks = [
      ...(found ? [{ range: found, style: hitStyle(element) }] : []),
      ...spansOn(lit, number).map((range) => ({ range, style: litStyle(lit) })),
      ...(first >= 0 ? [{ range: { first, last }, style: selectionStyle(element, caret) }] : []),
    ];
    element.dataset['hit'] = String(found !== null);
    const pixels = { width, height };
    const context = prepare(element, marks.length > 0 ? pixels : NOTHING);
    for (const { range, style } of marks) paintRange(context, pixelRects(tokens, range, pixels), style);
  }, [tokens, number, width, height, first, last, caret, lit, hit]);
  const selected = first < 0 ? 0 : last - first + 1;
  return <canvas ref={canvas} className={styles['gestures']} aria-hidden="true" data-selected={selected} data-lit={lit ? '' : undefined} />;
}

export const PageOverlay = memo(function PageOverlay({ version, unsure, ...props }: PageOverlayProps) {
  const { data: tokens } = useQuery({ ...tokensOptions(props.page.tokensUrl, version), enabled: props.page.tokenCount > 0 });
  if (!tokens) return null;
  return (
    <>
      {unsure && tokens.confidence !== null && <UnsureLayer size={props.size} tokens={tokens} />}
      <AnnotationLayer {...props} tokens={tokens} />
      <GestureLayer {...props} tokens={tokens} />
    </>
  );
});
