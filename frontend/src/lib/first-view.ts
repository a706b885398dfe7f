// Whether the first page of a document, or the first list, is shown: what is needed when the connection is lost later is loaded after it.
import { create } from 'zustand';

const PAUSE_MS = 3_000;
const MAX_WAIT_MS = 2_000;

/** Run when the browser has nothing more urgent to do. */
export function whenIdle(run: () => void): void {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else run();
}

/** Return what reports a first view, and a hook that returns false until that is done and the browser has nothing more urgent to do. */
function createLater() {
  const useLater = create(() => ({ isLater: false }));
  let isShown = false;
  const report = (): void => {
    if (isShown) return;
    isShown = true;
    setTimeout(() => whenIdle(() => useLater.setState({ isLater: true })), PAUSE_MS);
  };
  return { report, useIsLater: () => useLater(({ isLater }) => isLater) };
}

const ofDocument = createLater();
const ofList = createLater();

/** Report that a page of a document is shown, or that none can be. */
export const reportFirstView = ofDocument.report;
export const useAfterFirstView = ofDocument.useIsLater;

/** Report that a list of documents or the page of a corpus is shown. */
export const reportFirstList = ofList.report;
export const useAfterFirstList = ofList.useIsLater;
