// Arrow keys, Home and End in a list of buttons; Tab goes through it as ever.
import type { KeyboardEvent } from 'react';

const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowDown: (place, last) => Math.min(place + 1, last),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export function moveThroughButtons(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  event.preventDefault();
  buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]?.focus();
}
