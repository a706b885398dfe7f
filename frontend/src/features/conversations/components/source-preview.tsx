import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';

import { PassageCrop } from '@/features/viewer/components/passage-crop';

import { sourcePageOptions } from '../api/source-page';
import type { Source } from '../model/sources';
import styles from './source-preview.module.css';

export interface Preview {
  source: Source;
  /** the link that is pointed at */
  anchor: HTMLElement;
}

const GAP = 6;
const EDGE = 8;

/** Place the preview below its link, or above it if there is no room, and inside the window. */
function position(anchor: HTMLElement, preview: HTMLElement): void {
  const box = anchor.getBoundingClientRect();
  const { width, height } = preview.getBoundingClientRect();
  const below = box.bottom + GAP;
  const fits = below + height + EDGE <= innerHeight;
  preview.style.top = `${fits ? below : Math.max(EDGE, box.top - height - GAP)}px`;
  preview.style.left = `${Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE))}px`;
}

/** The words of a source, in a picture of their page where they are marked. Hidden from screen readers, which read the link. */
export function SourcePreview({ source, anchor }: Preview) {
  const { documentUuid, title, page, start, end, quote } = source;
  const shown = useQuery(sourcePageOptions(documentUuid, page)).data;
  const preview = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!preview.current || !anchor.isConnected) return;
    if (!preview.current.matches(':popover-open')) preview.current.showPopover();
    position(anchor, preview.current);
  });
  return (
    <div ref={preview} popover="manual" aria-hidden="true" data-source-preview className={styles['preview']}>
      <span className={styles['place']}>{t`${title}, page ${page}`}</span>
      {shown && <PassageCrop tokensUrl={shown.tokensUrl} source={{ pdfUrl: shown.pdfUrl, page, start, end, words: [[start, end]] }} />}
      <q className={styles['quote']}>{quote}</q>
    </div>
  );
}
