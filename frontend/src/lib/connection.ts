// Whether the server answers, and whether it tells of changes by itself. Shown in the top bar, so that a still screen is not mistaken
// for a fresh one.
import { create } from 'zustand';

/** Whether changes come by themselves; unless they do, lists ask. */
export type Live = 'starting' | 'on' | 'off';

interface ConnectionState {
  /** Set by every request that ends. */
  lost: boolean;
  setLost: (lost: boolean) => void;
  live: Live;
  setLive: (live: Live) => void;
}

export const useConnection = create<ConnectionState>((set) => ({
  lost: false,
  setLost: (lost) => set((state) => (state.lost === lost ? state : { lost })),
  live: 'starting',
  setLive: (live) => set((state) => (state.live === live ? state : { live })),
}));

const RELAXED_MS = 15_000;

/** How often to ask: as said, or rarely while changes come by themselves. */
export function pace(every: number): number {
  return useConnection.getState().live === 'on' ? Math.max(every, RELAXED_MS) : every;
}
