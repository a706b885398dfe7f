// Moves of documents in the queue.
import { plural } from '@lingui/core/macro';

import type { EditHandler } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { offerUndo } from '@/features/edits/replay-edits';
import { showToast } from '@/lib/toasts';

import { AFFECTED, type Folder } from './folders';
import { moveDocuments } from './move-documents';

export interface MoveEdit extends QueuedEdit {
  type: 'move';
  documentIds: readonly string[];
  /** absent: out of all folders */
  to?: Pick<Folder, 'uuid' | 'name'> | undefined;
}

function doneText({ documentIds: { length }, to }: MoveEdit): string {
  const folder = to?.name ?? '';
  return to
    ? plural(length, { one: `Moved # document to “${folder}”.`, other: `Moved # documents to “${folder}”.` })
    : plural(length, { one: 'Moved # document out of its folder.', other: 'Moved # documents out of their folders.' });
}

function titleOf({ documentIds: { length }, to }: MoveEdit): string {
  const folder = to?.name ?? '';
  return to
    ? plural(length, { one: `Move of # document to “${folder}”`, other: `Move of # documents to “${folder}”` })
    : plural(length, { one: 'Move of # document out of its folder', other: 'Move of # documents out of their folders' });
}

export const moveHandler: EditHandler<MoveEdit> = {
  send: async (edit, { corpusId, queryClient }) => {
    const { documentIds, to, group } = edit;
    await moveDocuments({ corpusId, documentIds, folderId: to?.uuid, group });
    return { onSaved: () => showToast({ text: doneText(edit), ...offerUndo(queryClient, group) }) };
  },
  affected: () => AFFECTED,
  describe: (edit) => ({ title: titleOf(edit), detail: '' }),
  failure: ({ documentIds: { length } }) => plural(length, { one: '# document could not be moved.', other: '# documents could not be moved.' }),
};
