import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { pageStructureOptions } from '../api/structure';
import type { PageInfo } from '../model/layout';
import styles from './picture-layer.module.css';

interface PictureLayerProps {
  documentId: string;
  version: string;
  page: PageInfo;
}

// The pictures of a page, as the parser has found them.

/** A part of a page, in fractions of its size. */
interface PictureBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A picture of more than this part of the page is a scan, which is read as text. */
const MOST = 0.8;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

export function picturesOn(page: Pick<PageInfo, 'width' | 'height'>, items: readonly { kind: string; box: readonly number[] | null }[]): PictureBox[] {
  return items.flatMap(({ kind, box }) => {
    const [x0, y0, x1, y1] = box ?? [];
    if (kind !== 'FIGURE' || x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return [];
    const [left, top] = [clamp(x0 / page.width), clamp(y0 / page.height)];
    const [width, height] = [clamp(x1 / page.width) - left, clamp(y1 / page.height) - top];
    return width > 0 && height > 0 && width * height <= MOST ? [{ left, top, width, height }] : [];
  });
}

/** Copy a part of the drawn page. */
function copyOf(source: HTMLCanvasElement, { left, top, width, height }: PictureBox): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.width = Math.max(1, Math.round(width * source.width));
  copy.height = Math.max(1, Math.round(height * source.height));
  copy.getContext('2d')?.drawImage(source, Math.round(left * source.width), Math.round(top * source.height), copy.width, copy.height, 0, 0, copy.width, copy.height);
  Object.assign(copy.style, { left: `${100 * left}%`, top: `${100 * top}%`, width: `${100 * width}%`, height: `${100 * height}%` });
  return copy;
}

/** The pictures of a page as they are, above the page that dark paper inverts. */
export function PictureLayer({ documentId, version, page }: PictureLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const { data } = useQuery(pageStructureOptions(documentId, version, page.number));
  useEffect(() => {
    const element = layer.current;
    const raster = element?.parentElement?.querySelector(`[data-page-raster="${page.number}"]`);
    const boxes = picturesOn(page, data ?? []);
    if (!element || !raster || boxes.length === 0) return;
    const draw = () => {
      const source = raster.querySelector('canvas');
      element.replaceChildren(...(source ? boxes.map((box) => copyOf(source, box)) : []));
    };
    draw();
    const observer = new MutationObserver(draw);
    observer.observe(raster, { childList: true });
    return () => observer.disconnect();
  }, [data, page]);
  return <div ref={layer} className={styles['pictures']} aria-hidden="true" data-pictures={page.number} />;
}
