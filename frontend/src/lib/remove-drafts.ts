// Apart from what reads and writes drafts, because every page can sign out.
export const DRAFT_PREFIX = 'draft:';

/** Remove all drafts; called when the user signs out. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off: there are none.
  }
}
