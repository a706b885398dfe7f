import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const embedderFields = graphql(`
  fragment EmbedderFields on CorpusEmbedder {
    embedder
    nextEmbedder
    embeddedCount
    documentCount
    problem
    available
  }
`);

const query = graphql(
  `
    query CorpusEmbedder($corpusId: ID!) {
      corpusEmbedder(corpusId: $corpusId) {
        ...EmbedderFields
      }
    }
  `,
  [embedderFields],
);

const change = graphql(
  `
    mutation ChangeCorpusEmbedder($input: ChangeCorpusEmbedderInput!) {
      changeCorpusEmbedder(input: $input) {
        corpusEmbedder {
          ...EmbedderFields
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [embedderFields, userError],
);

export type CorpusEmbedder = ResultOf<typeof embedderFields>;

const POLL_MS = 3_000;

/** While a change is in progress, its progress is fetched again and again: no event reports it. */
export const embedderOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-embedder', corpusId],
    queryFn: async () => (await request(query, { corpusId })).corpusEmbedder,
    refetchInterval: ({ state: { data } }) => (data?.nextEmbedder ? POLL_MS : false),
  });

export const useChangeEmbedder = (corpusId: string) =>
  useInvalidatingMutation({ mutationFn: (embedder: string) => mutate(change, { corpusId, embedder }), affected: [['corpus-embedder', corpusId]] });
