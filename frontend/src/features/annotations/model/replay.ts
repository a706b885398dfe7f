// Steps back and forth in the history of edits.
import { inverse, type History, type Replay, type Step } from './history';

interface Next {
  history: History;
  /** null if there is none */
  replay: Replay | null;
}

const undoStep = ({ past, future }: History, step: Step | undefined): Next => ({
  history: step ? { past: past.filter((each) => each !== step), future: [...future, step] } : { past, future },
  replay: step ? { ...step, edits: step.edits.map(inverse).toReversed(), kind: 'undo' } : null,
});

export const undo = (history: History): Next => undoStep(history, history.past.at(-1));

/** Undo a group of edits that need not be the last one. */
export const undoGroup = (history: History, group: string): Next => undoStep(history, history.past.find((step) => step.group === group));

export function redo(history: History): Next {
  const step = history.future.at(-1);
  if (!step) return { history, replay: null };
  return { history: { past: [...history.past, step], future: history.future.slice(0, -1) }, replay: { ...step, kind: 'redo' } };
}

/** Add the steps that were made before those of this page. */
export function withEarlier({ past, future }: History, earlier: History): History {
  const known = new Set([...past, ...future].map(({ group }) => group));
  const unknown = (steps: readonly Step[]) => steps.filter(({ group }) => !known.has(group));
  // What was undone earlier can be redone only if nothing was done since.
  return { past: [...unknown(earlier.past), ...past], future: known.size > 0 ? future : earlier.future };
}
