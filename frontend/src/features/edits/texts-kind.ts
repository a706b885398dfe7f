// Changes of texts in the queue: notes on annotations, and comments.
import { t } from '@lingui/core/macro';
import type { QueryKey } from '@tanstack/react-query';

import type { Base } from '@/lib/drafts';
import { conflictOf, save, type Texts } from '@/lib/edits';
import { reportEdit } from '@/lib/undoable-edits';

import type { EditHandler } from './edit-queue';
import type { QueuedEdit } from './model/queued-edit';

export interface TextsEdit extends QueuedEdit {
  type: 'texts';
  /** of the object */
  uuid: string;
  /** REST path of the PATCH request */
  path: string;
  change: Texts;
  /** the object when the change was begun; its version is empty if the server did not know it yet */
  base: Base;
  affected: readonly QueryKey[];
  /** "Note on “Party”" */
  title: string;
  /** "Changed the note on “Party”" */
  done: string;
}

/** A request that is repeated conflicts with its own result. */
function ignoreOwnResult(error: unknown, change: Texts): void {
  const current = conflictOf(error);
  if (!current || !Object.entries(change).every(([name, text]) => current[name] === text)) throw error;
}

export const textsHandler: EditHandler<TextsEdit> = {
  send: async ({ path, change, base, group, overwrite, done }, { documentId, corpusId }) => {
    await save(path, { ...change, group }, overwrite ? { ...base, version: '' } : base).catch((error: unknown) => ignoreOwnResult(error, change));
    return { onSaved: () => reportEdit({ documentId, corpusId, group, text: done }) };
  },
  affected: ({ affected }) => affected,
  describe: ({ title, change }) => ({ title, detail: Object.values(change).join('\n\n') }),
  failure: ({ title }) => t`${title} could not be saved.`,
};
