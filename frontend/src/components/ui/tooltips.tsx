import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import styles from './tooltips.module.css';

const DELAY = 400;
// Time to move the pointer from the control onto its tooltip.
const GRACE = 150;
const GAP = 6;
const EDGE = 8;

// Not any popover: menus and cards close the tooltip of their button.
const TOOLTIP = '[data-tooltip-text]';

const withTooltip = (target: EventTarget | null) => (target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null);

/** Place the tooltip above its control, or below it if there is no room, and inside the window. */
function position(control: HTMLElement, tooltip: HTMLElement): void {
  const box = control.getBoundingClientRect();
  const { width, height } = tooltip.getBoundingClientRect();
  const above = box.top - height - GAP;
  tooltip.style.top = `${above < EDGE ? box.bottom + GAP : above}px`;
  tooltip.style.left = `${Math.max(EDGE, Math.min(box.left + box.width / 2 - width / 2, innerWidth - width - EDGE))}px`;
}

/** Return the control whose tooltip is visible: hovered for a moment or focused by keyboard. Escape and clicks close it. */
function useTooltipTarget(): HTMLElement | null {
  const [control, setControl] = useState<HTMLElement | null>(null);
  useEffect(() => {
    let timer = 0;
    let focused: HTMLElement | null = null;
    const show = (next: HTMLElement | null, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setControl(next), delay);
    };
    const over = ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      if (target instanceof Element && target.closest(TOOLTIP)) clearTimeout(timer);
      else show(withTooltip(target) ?? focused, withTooltip(target) ? DELAY : GRACE);
    };
    const focus = ({ target }: FocusEvent) => {
      focused = target instanceof Element && target.matches(':focus-visible') ? withTooltip(target) : null;
      show(focused, 0);
    };
    const hide = () => {
      focused = null;
      show(null, 0);
    };
    const escape = ({ key }: KeyboardEvent) => key === 'Escape' && hide();
    const listeners = { pointerover: over, focusin: focus, focusout: hide, pointerdown: hide, scroll: hide, keydown: escape };
    for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener as EventListener, true);
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener as EventListener, true);
    };
  }, []);
  return control;
}

/** Shows the `data-tooltip` of controls. Hidden from screen readers, which read the label of the control. */
export function Tooltips() {
  const control = useTooltipTarget();
  const tooltip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!control?.isConnected || !tooltip.current) return;
    tooltip.current.showPopover();
    position(control, tooltip.current);
  }, [control]);
  return (
    control?.isConnected && (
      <div ref={tooltip} key={control.dataset['tooltip']} popover="manual" aria-hidden="true" data-tooltip-text className={styles['tooltip']}>
        {control.dataset['tooltip']}
      </div>
    )
  );
}
