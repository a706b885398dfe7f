import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query SearchCorpus($corpusId: ID!, $query: String!, $limit: Int, $folderId: ID) {
    searchCorpus(corpusId: $corpusId, query: $query, limit: $limit, folderId: $folderId) {
      page
      start
      end
      quote
      score
      document {
        uuid
        title
        thumbnailUrl
      }
    }
  }
`);

export type Hit = ResultOf<typeof query>['searchCorpus'][number];

const LIMIT = 20;

/** `ready` is the number of searchable documents: when it grows, the search is repeated. */
export const searchOptions = (corpusId: string, text: string, ready: number, folderId?: string) =>
  queryOptions({
    queryKey: ['search', corpusId, text, ready, folderId ?? null],
    queryFn: async () => (await request(query, { corpusId, query: text, limit: LIMIT, folderId: folderId ?? null })).searchCorpus,
    enabled: text.trim() !== '',
    staleTime: 15_000,
  });
