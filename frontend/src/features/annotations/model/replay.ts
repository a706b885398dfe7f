// Steps back and forth in the history of edits.
import { inverse, type History, type Replay, type Step } from './history';

interface Next {
  history: History;
  /** null if there is none */
  replay: Replay | null;
}

export function undo(history: History): Next {
  const step = history.past.at(-1);
  if (!step) return { history, replay: null };
  const edits = step.edits.map(inverse).toReversed();
  return { history: { past: history.past.slice(0, -1), future: [...history.future, step] }, replay: { ...step, edits, kind: 'undo' } };
}

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
