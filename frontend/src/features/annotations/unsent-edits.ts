// Edits that the server has not confirmed, kept for this tab: they survive a reload, and are sent again when the document is opened.
import type { Edit } from './model/history';

interface Scope {
  documentId: string;
  corpusId: string;
}

const keyOf = ({ documentId, corpusId }: Scope) => `unsent-annotations:${documentId}:${corpusId}`;

function read(scope: Scope): Edit[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(scope)) ?? '[]') as Edit[];
  } catch {
    return [];
  }
}

function write(scope: Scope, edits: readonly Edit[]): void {
  try {
    if (edits.length > 0) sessionStorage.setItem(keyOf(scope), JSON.stringify(edits));
    else sessionStorage.removeItem(keyOf(scope));
  } catch {
    // Storage is full or switched off: the edits still wait in memory.
  }
}

export const addUnsent = (scope: Scope, edit: Edit) => write(scope, [...read(scope), edit]);

/** Remove the oldest edit: they are sent in order. */
export const removeOldestUnsent = (scope: Scope) => write(scope, read(scope).slice(1));

/** Return the edits of an earlier page of this tab, and forget them. */
export function takeUnsent(scope: Scope): Edit[] {
  const edits = read(scope);
  write(scope, []);
  return edits;
}
