import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { indexTerms } from '../model/uses';

const query = graphql(`
  query Definitions($corpusId: ID!, $documentId: ID!) {
    documentDefinitions(corpusId: $corpusId, documentId: $documentId) {
      definitions {
        term
        page
        start
        end
        text
      }
      crossReferences {
        start
        end
        title
        targetPage
        targetStart
        targetEnd
      }
    }
  }
`);

/** The definitions and cross-references of a document. `count` is that of the annotations that they are made of. */
export const definitionsOptions = (corpusId: string, documentId: string, count: number) =>
  queryOptions({
    queryKey: ['definitions', corpusId, documentId, count],
    queryFn: async () => {
      const { definitions, crossReferences } = (await request(query, { corpusId, documentId })).documentDefinitions;
      return { terms: indexTerms(definitions), crossReferences };
    },
    staleTime: 60_000,
  });
