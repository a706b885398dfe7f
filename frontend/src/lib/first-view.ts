// Whether the first page of a document is shown: what is needed when the connection is lost later is loaded after it.
import { create } from 'zustand';

const PAUSE_MS = 3_000;
const MAX_WAIT_MS = 2_000;

const useLater = create(() => ({ isLater: false }));

let isShown = false;

/** Run when the browser has nothing more urgent to do. */
export function whenIdle(run: () => void): void {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else run();
}

/** Report that a page is shown, or that none can be. */
export function reportFirstView(): void {
  if (isShown) return;
  isShown = true;
  setTimeout(() => whenIdle(() => useLater.setState({ isLater: true })), PAUSE_MS);
}

/** Return false until the first page is shown and the browser has nothing more urgent to do. */
export const useAfterFirstView = () => useLater(({ isLater }) => isLater);
