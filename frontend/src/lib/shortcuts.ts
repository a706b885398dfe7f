// Keyboard shortcuts. Each screen registers its shortcuts while it is mounted; the "?" dialog lists them.
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

import { isPressed, keysOf, type Shortcut } from './keymap';

export interface ShortcutLine extends Shortcut {
  action: string;
  /** commands that the line sums up while their keys are not changed */
  each?: readonly ShortcutLine[];
}

export interface ShortcutGroup {
  title: string;
  keys: readonly ShortcutLine[];
}

interface ShortcutState {
  groups: readonly ShortcutGroup[];
  add: (group: ShortcutGroup) => void;
  remove: (group: ShortcutGroup) => void;
}

export const useShortcutGroups = create<ShortcutState>((set) => ({
  groups: [],
  add: (group) => set((state) => ({ groups: [...state.groups, group] })),
  remove: (group) => set((state) => ({ groups: state.groups.filter((other) => other !== group) })),
}));

/** Register shortcuts while the component is mounted. `group` must be a constant, because it is removed by identity. */
export function useShortcuts(group: ShortcutGroup): void {
  const add = useShortcutGroups((state) => state.add);
  const remove = useShortcutGroups((state) => state.remove);
  useEffect(() => {
    add(group);
    return () => remove(group);
  }, [add, remove, group]);
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** Check whether the user is typing: single-character shortcuts must not fire then. */
export const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;

const hasModifier = (keys: string) => /^(Ctrl|Alt) |^F\d+$/.test(keys);

/** Check whether a key event is that of a command that works wherever the focus is; while typing, only with Ctrl or Alt, or as a function key. */
export const isShortcut = (event: KeyboardEvent, shortcut: Shortcut): boolean => isPressed(event, shortcut) && (hasModifier(keysOf(shortcut)) || !isTyping(event.target));

/** Call a function when the keys of a command are pressed, wherever the focus is. */
export function useKeys(shortcut: Shortcut, run: () => void, enabled = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || !isShortcut(event, shortcut)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
