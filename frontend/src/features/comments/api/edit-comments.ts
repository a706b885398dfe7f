import { t } from '@lingui/core/macro';

import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { reportEdit } from '@/lib/undoable-edits';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { createComment } from './send-comment';
import type { Subject } from './threads';

const threadUpdate = graphql(
  `
    mutation UpdateThread($input: UpdateThreadInput!) {
      updateThread(input: $input) {
        thread {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
  `
    mutation DeleteComment($input: DeleteCommentInput!) {
      deleteComment(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The place of an edit, and the group that the server undoes. */
interface UndoableChange {
  subject: Pick<Subject, 'corpusId' | 'documentId'>;
  group: string;
}

/** Let Ctrl+Z undo an edit on the page of its document. The page of a corpus asks the server for the last edit. */
export function reportChange({ subject: { corpusId, documentId }, group }: UndoableChange, text: string): void {
  if (documentId) reportEdit({ documentId, corpusId, group, text });
}

export const useSendComment = () =>
  useInvalidatingMutation({
    mutationFn: createComment,
    onSuccess: (_, { id, subject }) => reportChange({ subject, group: id }, t`Added a comment`),
    onError: ignoreError,
  });

export const useResolveThread = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, resolved, group }: UndoableChange & { uuid: string; resolved: boolean }) => mutate(threadUpdate, { id: uuid, resolved, group }),
    onSuccess: (_, { resolved, ...change }) => reportChange(change, resolved ? t`Resolved a thread` : t`Reopened a thread`),
  });

export const useDeleteComment = () =>
  useDeletion({
    mutationFn: ({ uuid }: Pick<UndoableChange, 'subject'> & { uuid: string }, group) => mutate(deletion, { id: uuid, group }),
    isEdit: true,
    uuids: ({ uuid }) => [uuid],
    text: () => t`Moved the comment to the bin.`,
    onSuccess: ({ subject }, group) => reportChange({ subject, group }, t`Removed a comment`),
  });
