// What the hands are doing on a document: the selection, the label picker, the way back. Server state and places live elsewhere.
import { create } from 'zustand';

import { EMPTY_HISTORY, type History } from './history';
import type { Selection } from './selection';

interface GestureState {
  selection: Selection | null;
  picking: boolean;
  history: History;
  select: (selection: Selection | null) => void;
  setPicking: (picking: boolean) => void;
  setHistory: (history: History) => void;
  reset: () => void;
}

const AT_REST = { selection: null, picking: false, history: EMPTY_HISTORY };

export const useGestures = create<GestureState>((set) => ({
  ...AT_REST,
  select: (selection) => set({ selection, picking: false }),
  setPicking: (picking) => set({ picking }),
  setHistory: (history) => set({ history }),
  reset: () => set(AT_REST),
}));
