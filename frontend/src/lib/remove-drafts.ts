// Apart from what reads and writes drafts, because every page can sign out.
export const DRAFT_PREFIX = 'draft:';

const OWNER = 'drafts-of';

/** Remove all drafts; called when the user signs out. */
export function removeDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT_PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is switched off: there are none.
  }
}

/** Keep the drafts of this user only: the session of another one may have ended in this tab, or been closed in another tab. */
export function keepDraftsOf(user: string): void {
  try {
    if (sessionStorage.getItem(OWNER) === user) return;
    removeDrafts();
    sessionStorage.setItem(OWNER, user);
  } catch {
    // Storage is switched off: there are none.
  }
}
