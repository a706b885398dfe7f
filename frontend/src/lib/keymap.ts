// The keys of commands: those that their screen declares, or the user's own, which this browser keeps.
import { create } from 'zustand';

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export interface Shortcut {
  name?: string;
  /** such as "w", "Shift w" or "Ctrl k" */
  keys: string;
  /** further keys, while the user has not chosen other ones */
  also?: readonly string[];
  /** the user cannot choose other keys */
  fixed?: boolean;
}

/** The keys that a user has chosen, by the name of the command. */
export type OwnKeys = Readonly<Record<string, string>>;

interface KeymapState {
  username: string;
  own: OwnKeys;
}

export const useKeymap = create<KeymapState>(() => ({ username: '', own: {} }));

/** Return the keys of a command. */
export const keysOf = ({ name, keys }: Shortcut, own = useKeymap.getState().own): string => (name !== undefined && own[name]) || keys;

const hasCase = (key: string) => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** Return the keys that are pressed. Shift is part of a symbol: where it is needed depends on the keyboard. */
export function keysOfPress({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): string {
  const last = key === ' ' ? 'Space' : hasCase(key) ? key.toLowerCase() : key;
  return [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && (last.length > 1 || hasCase(key)) && 'Shift', last].filter(Boolean).join(' ');
}

/** Check whether a key press is that of a command. */
export function isPressed(press: KeyPress, shortcut: Shortcut): boolean {
  const pressed = keysOfPress(press);
  const keys = keysOf(shortcut);
  return pressed === keys || (keys === shortcut.keys && (shortcut.also ?? []).includes(pressed));
}

/** Return keys as they are shown: "Ctrl k" as "Ctrl" and "K". */
export function shownKeys(keys: string): string[] {
  const parts = keys.split(' ');
  const isUpper = parts.includes('Ctrl') || parts.includes('Alt');
  return parts.map((key) => (isUpper && hasCase(key) ? key.toUpperCase() : key));
}

/** Return keys as the attribute `aria-keyshortcuts` has them: "Control+k". */
export const ariaKeys = (keys: string) => keys.replace('Ctrl', 'Control').replaceAll(' ', '+');
