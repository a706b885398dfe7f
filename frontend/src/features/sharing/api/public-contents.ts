import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query PublicContents($id: ID!) {
    corpus(id: $id) {
      documentCount
      labels {
        uuid
      }
    }
    annotations(corpusId: $id, first: 1) {
      totalCount
    }
  }
`);

/** The numbers of objects in a corpus that everyone sees if it is public. */
export const publicContentsOptions = (corpus: string) =>
  queryOptions({
    queryKey: ['corpus', corpus, 'public-contents'],
    queryFn: async () => {
      const { corpus: found, annotations } = await request(query, { id: corpus });
      return { documents: found?.documentCount ?? 0, labels: found?.labels.length ?? 0, annotations: annotations.totalCount };
    },
  });
