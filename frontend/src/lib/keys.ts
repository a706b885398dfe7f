// What the keyboard does here. A screen announces its keys while it is on; the "?" dialog lists what is valid now.
import { useEffect } from 'react';
import { create } from 'zustand';

export interface KeyHelp {
  keys: string;
  does: string;
}

export interface KeyGroup {
  title: string;
  keys: readonly KeyHelp[];
}

interface KeyState {
  groups: readonly KeyGroup[];
  add: (group: KeyGroup) => void;
  remove: (group: KeyGroup) => void;
}

export const useKeyGroups = create<KeyState>((set) => ({
  groups: [],
  add: (group) => set((state) => ({ groups: [...state.groups, group] })),
  remove: (group) => set((state) => ({ groups: state.groups.filter((other) => other !== group) })),
}));

/** `group` must be a constant: its identity is its registration. */
export function useKeyHelp(group: KeyGroup): void {
  const add = useKeyGroups((state) => state.add);
  const remove = useKeyGroups((state) => state.remove);
  useEffect(() => {
    add(group);
    return () => remove(group);
  }, [add, remove, group]);
}

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/** Single-letter keys must not fire while somebody is writing. */
export const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;
