// Whether there are edits of a document. Those of a document without annotations can be undone after a reload, too.
import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query HasEdits($documentId: ID!, $corpusId: ID!) {
    edits(documentId: $documentId, corpusId: $corpusId, first: 1) {
      edges {
        node {
          id
        }
      }
    }
  }
`);

export const hasEditsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: ['edits', documentId, corpusId, 'any'],
    queryFn: async () => (await request(query, { documentId, corpusId })).edits.edges.length > 0,
    staleTime: Infinity,
  });
