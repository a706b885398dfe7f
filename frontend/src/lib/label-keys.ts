// The keys of the first labels of a corpus.
import { keysOf, type Shortcut } from './keymap';

export const LABEL_SHORTCUTS: readonly (Shortcut & { name: string })[] = Array.from({ length: 9 }, (_, index) => ({ name: `annotation.label-${index + 1}`, keys: `${index + 1}` }));

/** Return the keys of the label at an index; null if it has none. */
export function labelKeys(index: number): string | null {
  const shortcut = LABEL_SHORTCUTS[index];
  return shortcut ? keysOf(shortcut) : null;
}
