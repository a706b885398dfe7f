import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import styles from './hints.module.css';

const DELAY = 400;
// Long enough to get from the control onto its hint.
const GRACE = 150;
const GAP = 6;
const EDGE = 8;

const hinted = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null);

/** Above its control, below where there is no room, never outside the window. */
function putBeside(control: HTMLElement, hint: HTMLElement): void {
  const at = control.getBoundingClientRect();
  const { width, height } = hint.getBoundingClientRect();
  const above = at.top - height - GAP;
  hint.style.top = `${above < EDGE ? at.bottom + GAP : above}px`;
  hint.style.left = `${Math.max(EDGE, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - EDGE))}px`;
}

/** The control whose hint is shown: pointed at for a moment, or reached by keyboard; Escape and every press end it. */
function useHinted(): HTMLElement | null {
  const [control, setControl] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer = 0;
    let reached: HTMLElement | null = null;
    const turnTo = (next: HTMLElement | null, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setControl(next), delay);
    };
    const over = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      if (target instanceof Element && target.closest('[popover]')) clearTimeout(timer);
      else turnTo(hinted(target) ?? reached, hinted(target) ? DELAY : GRACE);
    };
    const focus = ({ target }: FocusEvent) => {
      reached = target instanceof Element && target.matches(':focus-visible') ? hinted(target) : null;
      turnTo(reached, 0);
    };
    const end = () => {
      reached = null;
      turnTo(null, 0);
    };
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && end();
    const listeners = { pointerover: over, focusin: focus, focusout: end, pointerdown: end, scroll: end, keydown: escape };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener, true);
    };
  }, []);
  return control;
}

/** Shows `data-hint` of whatever carries it. For the eye alone: the control is named by its label already. */
export function Hints() {
  const control = useHinted();
  const hint = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!control?.isConnected || !hint.current) return;
    hint.current.showPopover();
    putBeside(control, hint.current);
  }, [control]);
  return (
    control?.isConnected && (
      <div ref={hint} key={control.dataset['hint']} popover="manual" aria-hidden="true" className={styles['hint']}>
        {control.dataset['hint']}
      </div>
    )
  );
}
