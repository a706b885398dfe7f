import { t } from '@lingui/core/macro';

import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Subject } from './threads';

const threadCreation = graphql(
  `
    mutation CreateThread($input: CreateThreadInput!) {
      createThread(input: $input) {
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

const commentCreation = graphql(
  `
    mutation CreateComment($input: CreateCommentInput!) {
      createComment(input: $input) {
        comment {
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

interface NewComment {
  /** generated here, so that a repeated request has no effect */
  id: string;
  text: string;
  subject: Subject;
  /** the thread of a reply */
  thread?: string | undefined;
}

export const useSendComment = () =>
  useInvalidatingMutation({
    mutationFn: async ({ id, text, subject: { corpusId, documentId, annotationId }, thread }: NewComment) => {
      if (thread) await mutate(commentCreation, { id, threadId: thread, text });
      else await mutate(threadCreation, { id, corpusId, text, ...(annotationId ? { annotationId } : documentId ? { documentId } : {}) });
    },
    affected: ({ subject }) => [['threads', subject.corpusId]],
    onError: ignoreError,
  });

export const useResolveThread = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, resolved }: { uuid: string; resolved: boolean }) => mutate(threadUpdate, { id: uuid, resolved }),
    affected: [['threads', corpusId]],
  });

export const useDeleteComment = () =>
  useDeletion({
    mutationFn: (uuid: string) => mutate(deletion, { id: uuid }),
    uuids: (uuid) => [uuid],
    text: () => t`Moved the comment to the bin.`,
  });
