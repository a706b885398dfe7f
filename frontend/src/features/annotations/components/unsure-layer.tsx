import { useEffect, useRef } from 'react';

import type { PagePixels } from '@/features/viewer/components/page-stack';
import { unsureTokens, type TokenPage } from '@/features/viewer/model/token-page';

import styles from './page-overlay.module.css';
import { paintRange, pixelRects, prepare, themeColor } from './paint';

/** Tints the words that were read off a picture without certainty. */
export function UnsureLayer({ tokens, size: { width, height } }: { tokens: TokenPage; size: PagePixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const unsure = unsureTokens(tokens);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const context = prepare(element, { width, height });
    const rects = unsureTokens(tokens).flatMap((token) => pixelRects(tokens, { first: token, last: token }, { width, height }));
    paintRange(context, rects, { color: themeColor(element, '--unsure'), fill: 0.45, edge: false });
  }, [tokens, width, height]);
  return <canvas ref={canvas} className={styles['annotations']} aria-hidden="true" data-unsure={unsure.length} />;
}
