import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { useAnswersHere } from '@/features/recipient/model/answers-here';
import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { markStepDone } from '@/lib/first-steps';
import { mutate, requestUntil } from '@/lib/graphql-client';
import { allNodes, byCursor } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const list = graphql(
  `
    query Conversations($corpusId: ID, $documentId: ID, $search: String, $mine: Boolean, $hasCorpus: Boolean, $after: String) {
      conversations(corpusId: $corpusId, documentId: $documentId, search: $search, mine: $mine, hasCorpus: $hasCorpus, first: 30, after: $after) {
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            title
            updated
            version
            isMine
            corpus {
              uuid
              title
            }
            document {
              uuid
              title
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

export type ConversationRow = ResultOf<typeof list>['conversations']['edges'][number]['node'];

/** The subject of conversations: a corpus, a document, or (with neither) all documents that the user may see. */
export interface Scope {
  corpus?: string | undefined;
  document?: string | undefined;
  /** the selected passage of the document */
  selection?: readonly { page: number; first: number; last: number }[] | undefined;
}

/** The conversations of the user, the newest first. Without a scope, those about everything are listed, too. */
export const conversationsOptions = ({ corpus, document }: Scope, search: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', { corpus, document }, search],
    queryFn: async ({ pageParam, signal }) => {
      const variables = { corpusId: corpus ?? null, documentId: document ?? null, search: search || null, after: pageParam };
      return (await requestUntil(signal, list, variables)).conversations;
    },
    ...byCursor,
  });

/** The own conversations about a document, in a corpus or in none; the newest first. */
export const documentConversationsOptions = (document: string, corpus: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'document', document, corpus],
    queryFn: async ({ pageParam, signal }) => {
      const variables = { corpusId: corpus ?? null, documentId: document, mine: true, hasCorpus: corpus !== undefined, after: pageParam };
      return (await requestUntil(signal, list, variables)).conversations;
    },
    ...byCursor,
  });

const detail = graphql(
  `
    query Conversation($id: ID!, $after: String) {
      node(id: $id) {
        ... on Conversation {
          uuid
          title
          version
          isMine
          mayDecide
          corpus {
            uuid
          }
          document {
            uuid
            title
          }
          selection {
            page
            first
            last
          }
          passage {
            page
            start
            end
            quote
          }
          messages(first: 15, after: $after) {
            pageInfo {
              ...PageCursor
            }
            edges {
              node {
                uuid
                role
                state
                text
                hasAnswer
                isOfAction
                engine
                inputTokens
                outputTokens
                cost
                errorCode
                errorMessage
                toolCalls {
                  uuid
                  name
                  state
                  summary
                  length
                  pictureSize
                  arguments
                }
                proposals {
                  uuid
                  kind
                  state
                  documentUuid
                  documentTitle
                  label
                  text
                  column
                  quote
                  page
                  start
                  end
                  targetQuote
                  made
                  mayApprove
                }
                sentences {
                  text
                  isVerified
                  citations {
                    documentUuid
                    title
                    page
                    start
                    end
                    quote
                    spans {
                      page
                      first
                      last
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

type Detail = Extract<ResultOf<typeof detail>['node'], { messages: unknown }>;
export type Message = Detail['messages']['edges'][number]['node'];
export type ToolCall = Message['toolCalls'][number];
export type Proposal = Message['proposals'][number];
export type Sentence = Message['sentences'][number];
export type Citation = Sentence['citations'][number];
export interface Conversation extends Omit<Detail, 'messages'> {
  messages: readonly Message[];
}

/** A conversation with all of its messages, the oldest first. */
export const conversationOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['conversation', uuid],
    queryFn: async ({ signal }): Promise<Conversation> => {
      let about: Detail | undefined;
      const messages = await allNodes(async (after) => {
        const { node } = await requestUntil(signal, detail, { id: btoa(`Conversation:${uuid}`), after });
        if (!node || !('messages' in node)) throw notFoundError();
        about = node;
        return node.messages;
      });
      if (!about) throw notFoundError();
      return { ...about, messages };
    },
  });

const sending = graphql(
  `
    mutation SendMessage($input: SendMessageInput!) {
      sendMessage(input: $input) {
        question {
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
    mutation DeleteConversation($input: DeleteConversationInput!) {
      deleteConversation(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** A question. `key` is generated once for each, so that a repeated request stores it once. */
export interface Question {
  key: string;
  text: string;
}

export async function sendQuestion(conversationId: string, { key, text }: Question): Promise<void> {
  await mutate(sending, { conversationId, text, clientKey: key, byReader: useAnswersHere.getState().isHere });
  markStepDone('question');
}

/** Ask another question. The error is shown beside the field. */
export const useAsk = (uuid: string) =>
  useInvalidatingMutation({
    mutationFn: (question: Question) => sendQuestion(uuid, question),
    affected: [['conversation', uuid], ['conversations']],
    onError: () => undefined,
  });

export const useDeleteConversation = (onDeleted: () => void) =>
  useInvalidatingMutation({
    mutationFn: (uuid: string) => mutate(deletion, { id: uuid }),
    affected: [['conversations']],
    onSuccess: () => {
      showToast({ text: t`Deleted the conversation.` });
      onDeleted();
    },
  });
