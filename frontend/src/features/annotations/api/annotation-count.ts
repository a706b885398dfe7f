import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query AnnotationCount($corpusId: ID!) {
    annotations(corpusId: $corpusId, first: 1) {
      totalCount
    }
  }
`);

/** The number of the annotations of a corpus. */
export const annotationCountOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['annotations', 'count', corpusId],
    queryFn: async () => (await request(query, { corpusId })).annotations.totalCount,
  });
