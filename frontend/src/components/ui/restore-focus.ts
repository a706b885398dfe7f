// Restores the focus when a dialog without a trigger closes: to the previous element, or to the button of the menu it was opened from.
import { useState } from 'react';

function focused(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/** Focus the content of the page if nothing has the focus; on pages without a session, that is their first field. */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  (document.getElementById('content') ?? document.querySelector<HTMLElement>('main input:not([type=hidden])'))?.focus({ preventScroll: true });
}

/** Return an `onCloseAutoFocus` handler. The focused element is read during render, because it is lost once the dialog is shown. */
export function useRestoreFocus(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false);
  const [previous, setPrevious] = useState<HTMLElement | null>(null);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setPrevious(focused());
  }
  return (event) => {
    event.preventDefault();
    if (previous?.isConnected) previous.focus();
    else keepFocus();
  };
}
