import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query SearchCorpus($corpusId: ID!, $query: String!, $limit: Int) {
    searchCorpus(corpusId: $corpusId, query: $query, limit: $limit) {
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

export const searchOptions = (corpusId: string, text: string) =>
  queryOptions({
    queryKey: ['search', corpusId, text],
    queryFn: async () => (await request(query, { corpusId, query: text, limit: LIMIT })).searchCorpus,
    enabled: text.trim() !== '',
    staleTime: 15_000,
  });
