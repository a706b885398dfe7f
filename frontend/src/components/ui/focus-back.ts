// Dialogs that have no button of their own give the focus back to where it was, or to the button of the menu they came from.
import { useState } from 'react';

function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/** For `onCloseAutoFocus`. What had the focus is gone by the time that a dialog is drawn, so that it is asked before. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const [was, setWas] = useState(false);
  const [back, setBack] = useState<HTMLElement | null>(null);
  if (open !== was) {
    setWas(open);
    if (open) setBack(focused());
  }
  return (event) => {
    if (!back?.isConnected) return;
    event.preventDefault();
    back.focus();
  };
}
