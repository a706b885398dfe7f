// Zooming with Ctrl and the wheel (browsers report a pinch on a touchpad as this), and by a double tap on touch screens.
import { useEffect, useRef, type RefObject } from 'react';

/** A point of the pages' element, in pixels. */
interface Point {
  x: number;
  y: number;
}

export interface ZoomChange {
  /** the factor of the wheel; a double tap changes between two sizes */
  factor: number | 'toggle';
  /** what is shown here stays here */
  at: Point;
}

const WHEEL_SPEED = 0.0025;
/** A notch of a wheel is at most this. */
const MAX_DELTA = 60;
const LINE = 16;
const TAP_MS = 350;
const TAP_DISTANCE = 28;

const pointIn = (element: HTMLElement, { clientX, clientY }: MouseEvent): Point => {
  const { left, top } = element.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

function wheelFactor({ deltaY, deltaMode }: WheelEvent): number {
  const delta = deltaY * (deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
  return Math.exp(-Math.min(MAX_DELTA, Math.max(-MAX_DELTA, delta)) * WHEEL_SPEED);
}

/** Listen for double taps. */
function doubleTaps(onDoubleTap: (event: MouseEvent) => void) {
  let last = { x: 0, y: 0, time: -Infinity };
  return (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const isSecond = time - last.time < TAP_MS && Math.hypot(x - last.x, y - last.y) < TAP_DISTANCE;
    last = { x, y, time: isSecond ? -Infinity : time };
    if (isSecond) onDoubleTap(event);
  };
}

export function usePinch(scroller: RefObject<HTMLElement | null>, onZoom: ((change: ZoomChange) => void) | undefined): void {
  const zoom = useRef(onZoom);
  useEffect(() => {
    zoom.current = onZoom;
  });
  const isUsed = onZoom !== undefined;
  useEffect(() => {
    const element = scroller.current;
    if (!element || !isUsed) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom.current?.({ factor: wheelFactor(event), at: pointIn(element, event) });
    };
    const onClick = doubleTaps((event) => zoom.current?.({ factor: 'toggle', at: pointIn(element, event) }));
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('click', onClick as EventListener);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('click', onClick as EventListener);
    };
  }, [scroller, isUsed]);
}
