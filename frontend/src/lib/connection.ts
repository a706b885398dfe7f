// Connection state: whether the server responds, and whether live updates arrive. Shown in the top bar.
import { create } from 'zustand';

/** State of live updates; unless they are on, lists poll. */
export type Live = 'starting' | 'on' | 'off';

interface ConnectionState {
  /** true after a request failed because the server could not be reached */
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

let lostAt = -Infinity;

globalThis.addEventListener?.('offline', () => {
  lostAt = performance.now();
  useConnection.setState({ lost: true });
});

/** Report a response of the server. One to a request that was sent before the browser went offline says nothing about the connection. */
export function reportResponse(sentAt: number): void {
  if (sentAt > lostAt) useConnection.getState().setLost(false);
}

const SLOW_MS = 15_000;

/** Return the polling interval: `every`, or longer while live updates are on. */
export function pollInterval(every: number): number {
  return useConnection.getState().live === 'on' ? Math.max(every, SLOW_MS) : every;
}
