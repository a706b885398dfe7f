// Apart from what reads and writes the edits, because every page looks for them.
export const EDITS_PREFIX = 'cartulary.edits:';

/** Return whether this browser keeps edits that the server does not have yet. */
export function hasStoredEdits(): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(EDITS_PREFIX));
  } catch {
    // Storage is switched off: there are none.
    return false;
  }
}

/** Call a function when another tab has changed what is stored. Returns what ends that. */
export function onStorage(listener: () => void): () => void {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
