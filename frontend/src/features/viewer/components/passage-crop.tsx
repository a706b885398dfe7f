import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

import { unsigned } from '@/lib/signed-url';
import { useWidth } from '@/lib/use-width';

import { tokensOptions } from '../api/page-tokens';
import { drawCrop, type CropSource } from '../crop-picture';
import styles from './passage-crop.module.css';

interface PassageCropProps {
  source: CropSource;
  tokensUrl: string;
}

const HEIGHT = 96;
const KEPT_MS = 60_000;

/** Return a ref, and whether its element has been near the visible part of the page. */
function useNear() {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '200px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, isNear] as const;
}

const show = (canvas: HTMLCanvasElement) => (element: HTMLElement | null) => element?.replaceChildren(canvas);

/** A picture of the part of the page with a passage, which is marked. The text beside it says the same: it is hidden from screen readers, and absent where no picture can be drawn. */
export function PassageCrop({ source, tokensUrl }: PassageCropProps) {
  const [watch, isNear] = useNear();
  const [measure, width] = useWidth();
  const ready = isNear && width > 0;
  const tokens = useQuery({ ...tokensOptions(tokensUrl, ''), enabled: ready });
  const picture = useQuery({
    queryKey: ['crop', unsigned(source.pdfUrl), source.page, source.start, source.end, source.words, width],
    queryFn: ({ signal }) => {
      if (!tokens.data) throw new Error('The words of the page are not loaded.');
      const color = getComputedStyle(document.documentElement).getPropertyValue('--hit');
      return drawCrop(source, tokens.data, { width, height: HEIGHT, color }, signal);
    },
    enabled: ready && tokens.isSuccess,
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
    structuralSharing: false,
  });
  if (tokens.isError || picture.isError || picture.data === null) return null;
  return (
    <span ref={measure} className={styles['crop']} aria-hidden="true" data-crop={picture.isSuccess ? 'drawn' : 'pending'}>
      <span ref={watch} className={styles['picture']} style={{ height: HEIGHT }}>
        {picture.data && <span key={width} ref={show(picture.data)} />}
      </span>
    </span>
  );
}
