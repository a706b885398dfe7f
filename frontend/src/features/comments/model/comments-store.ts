// The annotation whose discussion is open, and the numbers of comments on annotations, which are loaded after the document.
import { create } from 'zustand';

export interface Discussed {
  uuid: string;
  quote: string;
  label: { name: string; color: string };
}

interface CommentsState {
  /** the annotation that is discussed in the panel; null: the document */
  discussed: Discussed | null;
  discuss: (annotation: Discussed | null) => void;
  /** numbers of comments in open threads, by the uuid of the annotation */
  counts: ReadonlyMap<string, number>;
  setCounts: (counts: ReadonlyMap<string, number>) => void;
}

export const useCommentsState = create<CommentsState>((set) => ({
  discussed: null,
  discuss: (discussed) => set({ discussed }),
  counts: new Map(),
  setCounts: (counts) => set({ counts }),
}));
