import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

/** A corpus, a document in it, or an annotation on that. */
export interface Subject {
  corpusId: string;
  documentId?: string | undefined;
  annotationId?: string | undefined;
}

// Few threads at once: a query may return 20,000 objects.
const query = graphql(
  `
    query Threads($corpusId: ID!, $documentId: ID, $annotationId: ID, $after: String) {
      corpus(id: $corpusId) {
        id
        myPermissions
        threads(documentId: $documentId, annotationId: $annotationId, first: 15, after: $after, orderBy: NEWEST) {
          totalCount
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              uuid
              version
              isResolved
              agentRuns {
                uuid
                comment
                agent
                state
                reason
                code
                message
              }
              resolvedBy {
                ...UserName
              }
              document {
                uuid
                title
              }
              annotation {
                uuid
                quote
                label {
                  name
                  color
                }
              }
              comments(first: 50) {
                pageInfo {
                  hasNextPage
                }
                edges {
                  node {
                    id
                    uuid
                    text
                    version
                    isDeleted
                    created
                    edited
                    agent
                    engine
                    conversation
                    pendingProposals
                    author {
                      ...UserName
                    }
                    mentions {
                      ...UserName
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
  [pageCursor, userName],
);

type Corpus = NonNullable<ResultOf<typeof query>['corpus']>;
type StoredThread = Corpus['threads']['edges'][number]['node'];
type StoredComment = StoredThread['comments']['edges'][number]['node'];

export interface Comment extends StoredComment {
  /** true until the server has stored it */
  pending?: boolean;
}

export interface Thread extends Omit<StoredThread, 'comments'> {
  comments: { pageInfo: { hasNextPage: boolean }; edges: readonly { node: Comment }[] };
}
export type AgentRun = Thread['agentRuns'][number];

const POLL = 1_500;

/** Return whether an agent is answering, or waits for the document. */
export const isAnswering = ({ state }: Pick<AgentRun, 'state'>) => state === 'QUEUED' || state === 'WAITING';

/** The threads of a subject, the newest first, with their comments and the permissions of the user. */
export const threadsOptions = ({ corpusId, documentId, annotationId }: Subject) =>
  infiniteQueryOptions({
    queryKey: ['threads', corpusId, { documentId, annotationId }],
    queryFn: async ({ pageParam }) => {
      const subject = { corpusId, documentId: documentId ?? null, annotationId: annotationId ?? null };
      const { corpus } = await request(query, { ...subject, after: pageParam });
      if (!corpus) throw notFoundError();
      return { ...corpus.threads, myPermissions: corpus.myPermissions };
    },
    ...byCursor,
    refetchInterval: ({ state: { data } }) => (data?.pages ?? []).some(({ edges }) => edges.some(({ node }) => node.agentRuns.some(isAnswering))) && pollInterval(POLL),
  });

const answer = graphql(`
  query AgentAnswer($id: ID!) {
    node(id: $id) {
      ... on Comment {
        id
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
          }
        }
      }
    }
  }
`);

/** The sentences of an agent's answer, which never change. */
export const sentencesOptions = (id: string) =>
  queryOptions({
    queryKey: ['agent-answer', id],
    queryFn: async () => {
      const { node } = await request(answer, { id });
      return node && 'sentences' in node ? node.sentences : [];
    },
    staleTime: Infinity,
  });

export type Sentence = Awaited<ReturnType<NonNullable<ReturnType<typeof sentencesOptions>['queryFn']>>>[number];

const mentionable = graphql(
  `
    query MentionableUsers($corpusId: ID!, $documentId: ID, $search: String!) {
      corpus(id: $corpusId) {
        id
        mentionableUsers(search: $search, documentId: $documentId) {
          ...UserName
        }
      }
    }
  `,
  [userName],
);

export const mentionableOptions = ({ corpusId, documentId }: Subject, search: string) =>
  queryOptions({
    queryKey: ['mentionable', corpusId, documentId, search],
    queryFn: async () => (await request(mentionable, { corpusId, documentId: documentId ?? null, search })).corpus?.mentionableUsers ?? [],
    staleTime: 60_000,
  });
