// The width of the annotations panel in pixels, which this browser remembers.
import { useState } from 'react';

import { readSetting, writeSetting } from './view-settings';

const SETTING = 'annotations-width';
const DEFAULT = 288;
const WIDEST = 640;

export const MIN_WIDTH = 240;

/** Return the largest width: half of the window is left to the pages. */
export const maxWidth = () => Math.max(MIN_WIDTH, Math.min(WIDEST, Math.floor(innerWidth / 2)));

export const limitWidth = (width: number) => Math.round(Math.min(maxWidth(), Math.max(MIN_WIDTH, width)));

/** Return the remembered width, which a smaller window may not have room for. */
function readWidth(): number {
  const width = Number(readSetting(SETTING) ?? DEFAULT);
  return width >= MIN_WIDTH && width <= WIDEST ? width : DEFAULT;
}

export interface PanelWidth {
  width: number;
  /** without a width, the panel has its usual one again */
  onWidth: (width?: number) => void;
}

export function usePanelWidth(): PanelWidth {
  const [width, setWidth] = useState(readWidth);
  const onWidth = (next = DEFAULT) => {
    const limited = limitWidth(next);
    writeSetting(SETTING, String(limited));
    setWidth(limited);
  };
  return { width, onWidth };
}
