// What the hands are doing on a document: the selection, the label picker, the way back. Server state and places live elsewhere.
import { create } from 'zustand';

import { EMPTY_HISTORY, type History } from './history';
import type { Selection } from './selection';

interface GestureState {
  /** the document and corpus that all this is about */
  desk: string;
  selection: Selection | null;
  picking: boolean;
  history: History;
  select: (selection: Selection | null) => void;
  setPicking: (picking: boolean) => void;
  setHistory: (history: History) => void;
  /** another document or corpus: hands off what was there */
  open: (desk: string) => void;
}

const AT_REST = { selection: null, picking: false, history: EMPTY_HISTORY };

export const useGestures = create<GestureState>((set) => ({
  ...AT_REST,
  desk: '',
  select: (selection) => set({ selection, picking: false }),
  setPicking: (picking) => set({ picking }),
  setHistory: (history) => set({ history }),
  open: (desk) => set((state) => (state.desk === desk ? state : { ...AT_REST, desk })),
}));
