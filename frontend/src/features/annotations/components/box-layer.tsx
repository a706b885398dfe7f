import { useEffect, useRef } from 'react';

import type { PagePixels } from '@/features/viewer/components/page-stack';

import { isSuggestion, type Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { drawBox, prepare, themeColor } from './canvas';
import styles from './page-overlay.module.css';

interface BoxLayerProps {
  page: number;
  size: PagePixels;
  annotations: readonly Annotation[];
  active: Annotation | undefined;
}

/** The outlines of the boxes of a page, and of the one that is being drawn or changed. */
export function BoxLayer({ page, size: { width, height }, annotations, active }: BoxLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const edited = useAnnotatorState(({ box }) => (box?.page === page ? box : null));
  const resized = useAnnotatorState((state) => state.resized);
  const count = annotations.filter(({ box }) => box !== null).length;
  const isNeeded = count > 0 || edited !== null;
  useEffect(() => {
    const element = canvas.current;
    if (!element || !isNeeded) return;
    const size = { width, height };
    const context = prepare(element, size);
    for (const { uuid, box, label, review } of annotations) {
      if (box && uuid !== resized?.uuid) drawBox(context, box, { color: label.color, strong: uuid === active?.uuid, suggested: isSuggestion({ review }) }, size);
    }
    if (edited) drawBox(context, edited, { color: resized?.label.color ?? themeColor(element, '--selection'), strong: true }, size);
  }, [annotations, active, edited, resized, width, height, isNeeded]);
  if (!isNeeded) return null;
  return <canvas ref={canvas} className={styles['boxes']} aria-hidden="true" data-boxes={count} />;
}
