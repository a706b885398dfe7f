// The selected passage of a document that is to be asked about.
import { create } from 'zustand';

export interface Passage {
  document: string;
  spans: readonly { page: number; first: number; last: number }[];
  quote: string;
}

interface PassageState {
  /** another object for each request, so that the panel opens again */
  passage: Passage | null;
  askAbout: (passage: Passage | null) => void;
}

export const usePassage = create<PassageState>((set) => ({
  passage: null,
  askAbout: (passage) => set({ passage }),
}));
