// The card of a defined term or a cross-reference: at which words it is shown. It closes a moment after the pointer has left both.
import { create } from 'zustand';

import type { Use } from './uses';

interface Shown {
  use: Use;
  /** the words that it belongs to */
  element: Element;
  /** opened by a key: the focus goes to the card, and then back to this element */
  returnTo: HTMLElement | null;
}

interface CardState {
  shown: Shown | null;
}

export const HOVER_MS = 300;
/** time to move the pointer from the words to the card */
export const GRACE_MS = 200;

let timer: ReturnType<typeof setTimeout> | undefined;

function later(act: () => void, delay: number): void {
  clearTimeout(timer);
  if (delay === 0) act();
  else timer = setTimeout(act, delay);
}

export const useCard = create<CardState>(() => ({ shown: null }));

export const showCard = (shown: Shown, delay = 0) => later(() => shown.element.isConnected && useCard.setState({ shown }), delay);

export const hideCard = (delay = 0) => later(() => useCard.setState({ shown: null }), delay);

/** Let the card stay open: the pointer is on it. */
export const keepCard = () => clearTimeout(timer);
