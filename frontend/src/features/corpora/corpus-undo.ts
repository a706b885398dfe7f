// Undo and redo on the page of a corpus. The server has the history, so that it is the same after a reload.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import { loadHistory } from '@/features/annotations/api/edit-history';
import { replayGroup } from '@/features/edits/replay-edits';
import { toApiError } from '@/lib/errors';
import { showErrorToast, showToast } from '@/lib/toasts';

type Kind = 'undo' | 'redo';

const TEXTS = {
  undo: { done: t`Undone`, nothing: t`There is nothing to undo.` },
  redo: { done: t`Done again`, nothing: t`There is nothing to redo.` },
};

/** Groups that the server refused: they were changed again since. */
const refused = new Set<string>();

async function take(kind: Kind, corpusId: string, queryClient: QueryClient): Promise<void> {
  const { past, future } = await loadHistory({ corpusId }, refused);
  const step = (kind === 'undo' ? past : future).at(-1);
  if (!step) {
    showToast({ text: TEXTS[kind].nothing });
    return;
  }
  try {
    await replayGroup(queryClient, kind, step.group);
  } catch (error) {
    if (toApiError(error).code === 'edit_outdated') refused.add(step.group);
    throw error;
  }
  showToast({ text: `${TEXTS[kind].done}: ${step.text ?? ''}` });
}

let last = Promise.resolve();

/** Undo the last edit in a corpus, or do it again; one after the other. */
export function takeCorpusStep(kind: Kind, corpusId: string, queryClient: QueryClient): void {
  last = last.then(() => take(kind, corpusId, queryClient)).catch((error: Error) => void showErrorToast(error));
}
