// Keyboard shortcuts. Each screen registers its shortcuts while it is mounted; the "?" dialog lists them.
import { useEffect } from 'react';
import { create } from 'zustand';

export interface Shortcut {
  keys: string;
  action: string;
}

export interface ShortcutGroup {
  title: string;
  keys: readonly Shortcut[];
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
