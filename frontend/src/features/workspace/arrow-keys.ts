// Arrow keys, Home and End in a list of buttons.
import type { KeyboardEvent } from 'react';

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

export function moveFocusWithArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = STEPS[event.key];
  if (!step) return;
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])];
  event.preventDefault();
  buttons[step(buttons.indexOf(event.currentTarget), buttons.length - 1)]?.focus();
}
