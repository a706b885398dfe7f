import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { Label } from '../model/annotation';

const query = graphql(`
  query Labels($corpusId: ID!) {
    corpus(id: $corpusId) {
      id
      labels {
        id
        name
        color
      }
    }
  }
`);

export const labelsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['labels', corpusId],
    queryFn: async (): Promise<Label[]> => (await request(query, { corpusId })).corpus?.labels ?? [],
  });
