// Whether the selections of others are shown in this browser.
import { create } from 'zustand';

const KEY = 'cartulary.hide-selections';

function isHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false; // storage is forbidden
  }
}

function store(hidden: boolean): void {
  try {
    localStorage.setItem(KEY, String(hidden));
  } catch {
    // The storage is full or forbidden.
  }
}

interface SelectionsShown {
  shown: boolean;
  toggle: () => void;
}

export const useSelectionsShown = create<SelectionsShown>((set, get) => ({
  shown: !isHidden(),
  toggle: () => {
    store(get().shown);
    set({ shown: !get().shown });
  },
}));
