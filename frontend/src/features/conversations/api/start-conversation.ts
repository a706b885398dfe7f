import { useRef } from 'react';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { isNotFound, notFoundError } from '@/lib/errors';
import { mutate } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { sendQuestion, type Question, type Scope } from './conversations';

const creation = graphql(
  `
    mutation CreateConversation($input: CreateConversationInput!) {
      createConversation(input: $input) {
        conversation {
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

async function createConversation({ corpus, document, selection }: Scope): Promise<string> {
  const { conversation } = await mutate(creation, { ...(corpus && { corpusId: corpus }), ...(document && { documentId: document }), ...(selection && { selection: [...selection] }) });
  if (!conversation) throw notFoundError();
  return conversation.uuid;
}

/**
 * Start a conversation with a question; returns its uuid. The error is shown beside the field. A question that is sent again after an error goes
 * to the conversation that was created for it.
 */
export function useStartConversation(scope: Scope, onStarted: (uuid: string) => void) {
  const created = useRef<{ scope: string; uuid: string } | null>(null);
  return useInvalidatingMutation({
    mutationFn: async (question: Question) => {
      const key = JSON.stringify(scope);
      if (created.current?.scope !== key) created.current = { scope: key, uuid: await createConversation(scope) };
      const { uuid } = created.current;
      await sendQuestion(uuid, question).catch((error: unknown) => {
        if (isNotFound(error)) created.current = null; // it was deleted
        throw error;
      });
      created.current = null;
      return uuid;
    },
    affected: [['conversations']],
    onSuccess: onStarted,
    onError: () => undefined,
  });
}
