import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

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

export interface NewComment {
  /** generated here, so that a repeated request has no effect */
  id: string;
  text: string;
  subject: Subject;
  /** the thread of a reply */
  thread?: string | undefined;
}

/** Store a comment; return the id of the thread that it starts. The id of the comment serves as the group, too: a repeated request stores no edit. */
export async function createComment({ id, text, subject: { corpusId, documentId, annotationId }, thread }: NewComment): Promise<string | undefined> {
  if (thread) {
    await mutate(commentCreation, { id, threadId: thread, text, group: id });
    return undefined;
  }
  const about = annotationId ? { annotationId } : documentId ? { documentId } : {};
  return (await mutate(threadCreation, { id, corpusId, text, group: id, ...about })).thread?.uuid;
}
