import { t } from '@lingui/core/macro';
import { useRef, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react';

import { direction } from '@/lib/language';

import { limitWidth, maxWidth, MIN_WIDTH, type PanelWidth } from '../panel-width';
import styles from './panel-separator.module.css';

const STEP = 16;

function subscribe(onChange: () => void) {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** 1 if the panel at the end of the line grows to the left. */
const towardsStart = () => (direction() === 'rtl' ? -1 : 1);

/** The edge of the panel at the end of the line: it is dragged or moved by arrow keys; a double click, or Enter, resets it. */
export function PanelSeparator({ width, onWidth }: PanelWidth) {
  const max = useSyncExternalStore(subscribe, maxWidth);
  const start = useRef<{ x: number; width: number } | null>(null);
  const current = limitWidth(width);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEP * towardsStart();
    const keys: Readonly<Record<string, number | undefined>> = { ArrowLeft: current + step, ArrowRight: current - step, Home: MIN_WIDTH, End: max, Enter: undefined };
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onWidth(keys[event.key]);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: current };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (start.current) onWidth(start.current.width + towardsStart() * (start.current.x - clientX));
  };
  const end = () => {
    start.current = null;
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={t`Width of the annotations`}
      aria-orientation="vertical"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={max}
      aria-valuenow={current}
      aria-valuetext={t`${current} pixels`}
      className={styles['separator']}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onLostPointerCapture={end}
      onDoubleClick={() => onWidth()}
    />
  );
}
