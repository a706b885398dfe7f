import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { drawRange, pixelRects, prepare, themeColor } from '@/features/annotations/components/canvas';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PagePixels } from '@/features/viewer/components/page-stack';
import type { PageInfo } from '@/features/viewer/model/layout';

import { matchesOptions, type DocumentSearch, type Match } from '../api/find-in-document';
import { tickPositions, type PageCount } from '../model/find';
import styles from './find.module.css';

interface FindLayerProps {
  page: PageInfo;
  size: PagePixels;
  version: string;
  search: DocumentSearch;
  current: Match | null;
}

const NONE: readonly Match[] = [];
const FILL = 0.45;
const CURRENT_FILL = 0.9;

/** Draws the matches of a search on a page; the current one has an edge. */
export function FindLayer({ page, size, version, search, current }: FindLayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: tokens } = useQuery(tokensOptions(page.tokensUrl, version));
  const { data: matches = NONE } = useQuery(matchesOptions(search, page.number));
  const { number } = page;
  const { width, height } = size;
  useEffect(() => {
    const element = canvas.current;
    if (!element || !tokens) return;
    const pixels = { width, height };
    const context = prepare(element, pixels);
    const color = themeColor(element, '--hit');
    // The current match may be beyond those that were loaded for the page.
    const isLoaded = matches.some((match) => match.number === current?.number);
    const shown = current && !isLoaded ? [...matches, current] : matches;
    const spans = shown.flatMap((match) => match.spans.filter((span) => span.page === number).map((span) => ({ span, isCurrent: match.number === current?.number })));
    for (const { span, isCurrent } of spans) drawRange(context, pixelRects(tokens, span, pixels), { color, fill: isCurrent ? CURRENT_FILL : FILL, edge: isCurrent });
    element.dataset['matches'] = String(spans.length);
  }, [tokens, matches, current, number, width, height]);
  return <canvas ref={canvas} className={styles['layer']} aria-hidden="true" />;
}

interface FindTicksProps {
  pages: readonly PageCount[];
  tops: ArrayLike<number>;
  height: number;
}

/** Marks beside the scroll bar at the pages with matches. */
export function FindTicks({ pages, tops, height }: FindTicksProps) {
  const path = tickPositions(pages, tops, height)
    .map((top) => `M0 ${top.toFixed(2)}h10`)
    .join('');
  return (
    <svg className={styles['ticks']} viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" data-ticks={pages.length}>
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
