// Undo and redo as data: each edit has an inverse. The caller applies them.
import type { Annotation, Review } from './annotation';

interface Grouped {
  /** edits of one group are undone and redone together */
  group?: string;
}

export type Edit = Grouped &
  (
    | { kind: 'add' | 'remove'; annotation: Annotation }
    /** `annotation` is the state after the edit */
    | { kind: 'change'; annotation: Annotation; before: Annotation }
    /** `annotations` are the suggestions before the review, `annotation` is the first of them */
    | { kind: 'review'; annotation: Annotation; annotations: readonly Annotation[]; from: Review; to: Review }
  );

export interface History {
  past: readonly Edit[];
  future: readonly Edit[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

const LIMIT = 1_000;

export function inverse(edit: Edit): Edit {
  if (edit.kind === 'change') return { ...edit, annotation: edit.before, before: edit.annotation };
  if (edit.kind === 'review') return { ...edit, from: edit.to, to: edit.from };
  return { ...edit, kind: edit.kind === 'add' ? 'remove' : 'add' };
}

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

/** Undo or redo the next edit, or all edits of its group. */
export function replay(history: History, step: typeof undo): { history: History; edits: readonly Edit[] } {
  const edits: Edit[] = [];
  let current = history;
  for (;;) {
    const next = step(current);
    const [first] = edits;
    if (!next.edit || (first && (!first.group || next.edit.group !== first.group))) return { history: current, edits };
    edits.push(next.edit);
    current = next.history;
  }
}

/** Remove an edit that the server rejected: it can be neither undone nor redone. If it was a change or a review, the annotation itself still can. */
export function withoutEdit({ past, future }: History, edit: Edit): History {
  const other = (candidate: Edit) => candidate.annotation.uuid !== edit.annotation.uuid || ((edit.kind === 'change' || edit.kind === 'review') && candidate.kind !== edit.kind);
  return { past: past.filter(other), future: future.filter(other) };
}

function applyReview(annotations: readonly Annotation[], { annotations: reviewed, from, to }: Extract<Edit, { kind: 'review' }>): Annotation[] {
  const uuids = new Set(reviewed.map(({ uuid }) => uuid));
  const others = annotations.filter(({ uuid }) => !uuids.has(uuid));
  if (to === 'REJECTED') return others;
  if (from === 'REJECTED') return [...others, ...reviewed.map((each) => ({ ...each, review: to }))];
  return annotations.map((each) => (uuids.has(each.uuid) ? { ...each, review: to } : each));
}

export function apply(annotations: readonly Annotation[], edit: Edit): Annotation[] {
  if (edit.kind === 'review') return applyReview(annotations, edit);
  const { kind, annotation } = edit;
  // The version is that of the last answer of the server.
  if (kind === 'change') return annotations.map((each) => (each.uuid === annotation.uuid ? { ...annotation, version: each.version } : each));
  const others = annotations.filter(({ uuid }) => uuid !== annotation.uuid);
  return kind === 'add' ? [...others, annotation] : others;
}
