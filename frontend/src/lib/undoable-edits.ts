// Edits that other parts of the page of a document make, so that Ctrl+Z undoes them together with those of annotations.

interface Place {
  documentId: string;
  corpusId: string;
}

export interface UndoableEdit extends Place {
  /** the group that was sent to the server */
  group: string;
  /** what was done */
  text: string;
}

interface Listener extends Place {
  onMade: (edit: UndoableEdit) => void;
  /** the edit was undone otherwise */
  onWithdrawn: (group: string) => void;
}

const listeners = new Set<Listener>();

/** Listen to the edits of a document in a corpus; return a function that ends it. */
export function listenForEdits(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Report an edit that the server has stored. */
export function reportEdit(edit: UndoableEdit): void {
  for (const { documentId, corpusId, onMade } of listeners) if (documentId === edit.documentId && corpusId === edit.corpusId) onMade(edit);
}

/** Report that an edit was undone, but not by its step in the history. */
export function withdrawEdit(group: string): void {
  for (const { onWithdrawn } of listeners) onWithdrawn(group);
}
