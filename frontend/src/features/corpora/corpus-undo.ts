// Undo and redo on the page of a corpus. The server has the history, so that it is the same after a reload.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import { loadHistory } from '@/features/annotations/api/edit-history';
import { replayGroup } from '@/features/edits/replay-edits';
import { waitForEdits } from '@/features/edits/wait-for-edits';
import { toApiError } from '@/lib/errors';
import { showErrorToast, showToast } from '@/lib/toasts';

type Kind = 'undo' | 'redo';

const TEXTS = {
  undo: { done: t`Undone`, nothing: t`There is nothing to undo.` },
  redo: { done: t`Done again`, nothing: t`There is nothing to redo.` },
};

/** Errors that another try does not change: it was changed again since, is gone, or the user may not change it any more. */
const FINAL_ERRORS = new Set(['edit_outdated', 'not_found', 'not_allowed']);

/** Groups that the server refused. */
const refused = new Set<string>();

async function take(kind: Kind, corpusId: string, queryClient: QueryClient): Promise<void> {
  if (!(await waitForEdits(queryClient))) {
    showToast({ text: t`Changes wait for a connection. Undo and redo work once they are saved.` });
    return;
  }
  const { past, future } = await loadHistory({ corpusId }, refused);
  const step = (kind === 'undo' ? past : future).at(-1);
  if (!step) {
    showToast({ text: TEXTS[kind].nothing });
    return;
  }
  try {
    await replayGroup(queryClient, kind, step.group);
  } catch (error) {
    if (FINAL_ERRORS.has(toApiError(error).code)) refused.add(step.group);
    throw error;
  }
  showToast({ text: `${TEXTS[kind].done}: ${step.text ?? ''}` });
}

let last = Promise.resolve();

/** Undo the last edit in a corpus, or do it again; one after the other. */
export function takeCorpusStep(kind: Kind, corpusId: string, queryClient: QueryClient): void {
  last = last.then(() => take(kind, corpusId, queryClient)).catch((error: Error) => void showErrorToast(error));
}
