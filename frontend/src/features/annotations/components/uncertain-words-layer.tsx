import { useEffect, useRef } from 'react';

import type { PagePixels } from '@/features/viewer/components/page-stack';
import { uncertainTokens, type TokenPage } from '@/features/viewer/model/token-page';

import styles from './page-overlay.module.css';
import { drawRange, pixelRects, prepare, themeColor } from './canvas';

/** Highlights the words that OCR did not read with confidence. */
export function UncertainWordsLayer({ tokens, size: { width, height } }: { tokens: TokenPage; size: PagePixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const uncertain = uncertainTokens(tokens);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const context = prepare(element, { width, height });
    const rects = uncertainTokens(tokens).flatMap((token) => pixelRects(tokens, { first: token, last: token }, { width, height }));
    drawRange(context, rects, { color: themeColor(element, '--uncertain'), fill: 0.45, edge: false });
  }, [tokens, width, height]);
  return <canvas ref={canvas} className={styles['uncertain']} aria-hidden="true" data-uncertain={uncertain.length} />;
}
