// The labels of a corpus as its page shows them, with the number of their annotations.
import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query CorpusLabels($id: ID!) {
    corpus(id: $id) {
      id
      labels {
        id
        uuid
        name
        path
        parentUuid
        archived
        color
        description
        annotationCount
        documentCount
        version
      }
    }
  }
`);

export type CorpusLabel = NonNullable<ResultOf<typeof query>['corpus']>['labels'][number];

export const corpusLabelsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['corpus-labels', corpusId],
    queryFn: async (): Promise<readonly CorpusLabel[]> => (await request(query, { id: corpusId })).corpus?.labels ?? [],
  });
