// Undo and redo. A step is a group of edits that the server undoes together; `edits` is what the page shows of it at once.
import type { Annotation, Review } from './annotation';

interface Grouped {
  /** edits of one group are undone and redone together */
  group: string;
}

export type Edit = Grouped &
  (
    | { kind: 'add' | 'remove'; annotation: Annotation }
    /** `annotation` is the state after the edit */
    | { kind: 'change'; annotation: Annotation; before: Annotation }
    /** `annotations` are the suggestions before the review, `annotation` is the first of them */
    | { kind: 'review'; annotation: Annotation; annotations: readonly Annotation[]; from: Review; to: Review }
  );

export interface Step extends Grouped {
  /** none if the step was made before the page was loaded, or beside it: the server knows them */
  edits: readonly Edit[];
  /** what was done, for steps without edits */
  text?: string;
}

/** The undoing or redoing of a step; `edits` is what it does, as edits of their own. */
export interface Replay extends Step {
  kind: 'undo' | 'redo';
}

/** An edit, or the undoing or redoing of some, as it is sent to the server. */
export type Task = Edit | Replay;

export interface History {
  past: readonly Step[];
  future: readonly Step[];
}

export const EMPTY_HISTORY: History = { past: [], future: [] };

const LIMIT = 1_000;

export const isReplay = (task: Task): task is Replay => task.kind === 'undo' || task.kind === 'redo';

export function inverse(edit: Edit): Edit {
  if (edit.kind === 'change') return { ...edit, annotation: edit.before, before: edit.annotation };
  if (edit.kind === 'review') return { ...edit, from: edit.to, to: edit.from };
  return { ...edit, kind: edit.kind === 'add' ? 'remove' : 'add' };
}

/** Add a step; edits of the group of the last one become a part of it. */
export function record({ past }: History, step: Step): History {
  const last = past.at(-1);
  if (last?.group !== step.group) return { past: [...past, step].slice(-LIMIT), future: [] };
  return { past: [...past.slice(0, -1), { ...last, edits: [...last.edits, ...step.edits] }], future: [] };
}

export const stepOf = (edit: Edit): Step => ({ group: edit.group, edits: [edit] });

/** Remove what the server rejected: it can be neither undone nor redone. If an edit was a change or a review, the creation of the annotation still can. */
export function withoutTask({ past, future }: History, task: Task): History {
  if (isReplay(task)) {
    const others = (steps: readonly Step[]) => steps.filter(({ group }) => group !== task.group);
    return { past: others(past), future: others(future) };
  }
  const keepsOthers = task.kind === 'change' || task.kind === 'review';
  const isOther = (edit: Edit) => edit.annotation.uuid !== task.annotation.uuid || (keepsOthers && edit.kind !== task.kind);
  const rest = (steps: readonly Step[]) =>
    steps.flatMap((step) => {
      const edits = step.edits.filter(isOther);
      return edits.length > 0 || step.edits.length === 0 ? [{ ...step, edits }] : [];
    });
  return { past: rest(past), future: rest(future) };
}

/** Return the ids of the annotations that a task changes, as far as the page knows. */
export function uuidsOf(task: Task): ReadonlySet<string> {
  const edits = isReplay(task) ? task.edits : [task];
  return new Set(edits.flatMap((edit) => (edit.kind === 'review' ? edit.annotations : [edit.annotation])).map(({ uuid }) => uuid));
}

function applyReview(annotations: readonly Annotation[], { annotations: reviewed, from, to }: Extract<Edit, { kind: 'review' }>): Annotation[] {
  const uuids = new Set(reviewed.map(({ uuid }) => uuid));
  const others = annotations.filter(({ uuid }) => !uuids.has(uuid));
  if (to === 'REJECTED') return others;
  if (from === 'REJECTED') return [...others, ...reviewed.map((each) => ({ ...each, review: to }))];
  return annotations.map((each) => (uuids.has(each.uuid) ? { ...each, review: to } : each));
}

export function apply(annotations: readonly Annotation[], task: Task): readonly Annotation[] {
  return isReplay(task) ? task.edits.reduce(applyEdit, annotations) : applyEdit(annotations, task);
}

/** Return the task with annotations that are marked as not saved yet. */
export function withPending<T extends Task>(task: T): T {
  if (isReplay(task)) return { ...task, edits: task.edits.map(withPending) };
  return { ...task, annotation: { ...task.annotation, pending: true } };
}

function applyEdit(annotations: readonly Annotation[], edit: Edit): readonly Annotation[] {
  if (edit.kind === 'review') return applyReview(annotations, edit);
  const { kind, annotation } = edit;
  // The version is that of the last answer of the server.
  if (kind === 'change') return annotations.map((each) => (each.uuid === annotation.uuid ? { ...annotation, version: each.version } : each));
  const others = annotations.filter(({ uuid }) => uuid !== annotation.uuid);
  return kind === 'add' ? [...others, annotation] : others;
}
