// Whether the server answers. Set by every request that ends; shown in the top bar, so that a still screen is not mistaken for a fresh one.
import { create } from 'zustand';

interface ConnectionState {
  lost: boolean;
  setLost: (lost: boolean) => void;
}

export const useConnection = create<ConnectionState>((set) => ({
  lost: false,
  setLost: (lost) => set((state) => (state.lost === lost ? state : { lost })),
}));
