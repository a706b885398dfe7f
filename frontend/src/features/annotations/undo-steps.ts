// Undo and redo one step. Those of earlier visits are loaded when those of this page are used up.
import { t } from '@lingui/core/macro';

import { showToast } from '@/lib/toasts';

import { loadHistory } from './api/edit-history';
import type { AnnotationTarget } from './api/save-annotation';
import { useAnnotatorState } from './model/annotator-store';
import type { Replay } from './model/history';
import { redo, undo, undoGroup, withEarlier } from './model/replay';

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
