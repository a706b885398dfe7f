import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query RetentionPreview($corpusId: ID!, $days: Int!) {
    previewRetention(corpusId: $corpusId, days: $days) {
      toBin
      removed
    }
  }
`);

/** The documents that a rule would move now. */
export const retentionOptions = (corpusId: string, days: number) =>
  queryOptions({
    queryKey: ['retention-preview', corpusId, days],
    queryFn: async () => (await request(query, { corpusId, days })).previewRetention,
    enabled: days > 0,
    staleTime: 0,
  });
