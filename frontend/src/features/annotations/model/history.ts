// Undo and redo as data: each edit has an inverse. The caller applies them.
import type { Annotation } from './annotation';

export interface Edit {
  kind: 'add' | 'remove';
  annotation: Annotation;
}

export interface History {
  past: readonly Edit[];
  future: readonly Edit[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

const LIMIT = 200;

export const inverse = (edit: Edit): Edit => ({ ...edit, kind: edit.kind === 'add' ? 'remove' : 'add' });

export const record = ({ past }: History, edit: Edit): History => ({ past: [...past, edit].slice(-LIMIT), future: [] });

export interface Replay {
  history: History;
  /** the edit to apply; null if there is none */
  edit: Edit | null;
}

export function undo(history: History): Replay {
  const edit = history.past.at(-1);
  if (!edit) return { history, edit: null };
  return { history: { past: history.past.slice(0, -1), future: [...history.future, edit] }, edit: inverse(edit) };
}

export function redo(history: History): Replay {
  const edit = history.future.at(-1);
  if (!edit) return { history, edit: null };
  return { history: { past: [...history.past, edit], future: history.future.slice(0, -1) }, edit };
}

/** Remove an edit that the server rejected: it can be neither undone nor redone. */
export function withoutEdit({ past, future }: History, edit: Edit): History {
  const other = (candidate: Edit) => candidate.annotation.uuid !== edit.annotation.uuid;
  return { past: past.filter(other), future: future.filter(other) };
}

export function apply(annotations: readonly Annotation[], { kind, annotation }: Edit): Annotation[] {
  const others = annotations.filter(({ uuid }) => uuid !== annotation.uuid);
  return kind === 'add' ? [...others, annotation] : others;
}
