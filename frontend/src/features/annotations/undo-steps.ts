// Undo and redo one step. Those of earlier visits are loaded when those of this page are used up.
import { t } from '@lingui/core/macro';

import { showToast } from '@/lib/toasts';

import { loadHistory } from './api/edit-history';
import type { AnnotationTarget } from './api/save-annotation';
import { useAnnotatorState } from './model/annotator-store';
import { inverse, type History, type Replay, type Step } from './model/history';

// Steps back and forth in the history of edits.

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

const KINDS = {
  undo: { take: undo, done: t`Undone`, nothing: t`There is nothing to undo.` },
  redo: { take: redo, done: t`Done again`, nothing: t`There is nothing to redo.` },
};

let loading: Promise<void> | undefined;

async function load(target: AnnotationTarget): Promise<void> {
  const earlier = await loadHistory(target);
  const { history, setHistory } = useAnnotatorState.getState();
  setHistory(withEarlier(history, earlier), true);
}

/** Take the next step, if the page knows one; return whether it does. */
function take(kind: Replay['kind'], send: (replay: Replay) => void): boolean {
  const { history, setHistory } = useAnnotatorState.getState();
  const { history: next, replay } = KINDS[kind].take(history);
  if (!replay) return false;
  setHistory(next);
  send(replay);
  if (replay.text) showToast({ text: `${KINDS[kind].done}: ${replay.text}` });
  return true;
}

/** Undo a group of edits. The page may have opened another document since, whose history does not have it. */
export function takeGroup(group: string, send: (replay: Replay) => void): void {
  const { history, setHistory } = useAnnotatorState.getState();
  const { history: next, replay } = undoGroup(history, group);
  setHistory(next);
  send(replay ?? { kind: 'undo', group, edits: [] });
}

export async function takeStep(kind: Replay['kind'], target: AnnotationTarget, send: (replay: Replay) => void): Promise<void> {
  if (take(kind, send)) return;
  if (!useAnnotatorState.getState().isHistoryLoaded) {
    loading ??= load(target).finally(() => (loading = undefined));
    await loading;
    if (take(kind, send)) return;
  }
  showToast({ text: KINDS[kind].nothing });
}
