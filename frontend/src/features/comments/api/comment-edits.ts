// New comments in the queue: they are shown at once, as waiting.
import { t } from '@lingui/core/macro';

import type { EditHandler, Sent } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { reportEdit } from '@/lib/undoable-edits';
import type { UserName } from '@/lib/users';

import { createComment, type NewComment } from './send-comment';

export interface CommentEdit extends QueuedEdit, NewComment {
  type: 'comment';
  author: UserName | null;
  created: string;
}

/** A reply to a comment that is sent before it names that comment; the server has given its thread an id. */
async function sendComment({ group, ...comment }: CommentEdit, threadIds: Readonly<Record<string, string>>, scope: { documentId: string; corpusId: string }): Promise<Sent> {
  const { id, thread } = comment;
  const created = await createComment({ ...comment, ...(thread && { thread: threadIds[thread] ?? thread }) });
  return { ids: created ? { [id]: created } : {}, onSaved: () => reportEdit({ ...scope, group, text: t`Added a comment` }) };
}

export const commentHandler: EditHandler<CommentEdit> = {
  send: (edit, { ids, documentId, corpusId }) => sendComment(edit, ids, { documentId, corpusId }),
  affected: (_, { corpusId }) => [['threads', corpusId]],
  describe: ({ thread, text }) => ({ title: thread ? t`Reply` : t`Comment`, detail: text }),
  failure: () => t`The comment could not be saved.`,
};
