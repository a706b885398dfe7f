import { useEffect, useMemo, useRef } from 'react';

import type { PagePixels } from '@/features/viewer/components/page-stack';
import type { TokenPage } from '@/features/viewer/model/token-page';

import type { Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { marksOf } from '../model/marks';
import { drawBoxes, drawnBoxes, prepare, themeColor } from './canvas';
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
export function BoxLayer({ page, size: { width, height }, annotations, active, tokens }: BoxLayerProps) {
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
