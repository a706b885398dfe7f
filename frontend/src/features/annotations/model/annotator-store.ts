// The state of the annotator: the selection, whether the label picker is open, and the history for undo.
import { create } from 'zustand';

import { EMPTY_HISTORY, type History } from './history';
import type { Selection } from './selection';

interface AnnotatorState {
  /** key of the document and corpus that the state belongs to */
  scope: string;
  selection: Selection | null;
  picking: boolean;
  history: History;
  select: (selection: Selection | null) => void;
  setPicking: (picking: boolean) => void;
  setHistory: (history: History) => void;
  /** open a document in a corpus; resets the state if it belongs to another one */
  open: (scope: string) => void;
}

const INITIAL = { selection: null, picking: false, history: EMPTY_HISTORY };

export const useAnnotatorState = create<AnnotatorState>((set) => ({
  ...INITIAL,
  scope: '',
  select: (selection) => set({ selection, picking: false }),
  setPicking: (picking) => set({ picking }),
  setHistory: (history) => set({ history }),
  open: (scope) => set((state) => (state.scope === scope ? state : { ...INITIAL, scope })),
}));
