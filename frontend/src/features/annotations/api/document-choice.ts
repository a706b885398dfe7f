// The documents of a corpus, or all, to choose one by its title.
import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query DocumentChoice($corpusId: ID, $search: String) {
    documents(corpusId: $corpusId, search: $search, first: 50, orderBy: TITLE) {
      edges {
        node {
          uuid
          title
        }
      }
    }
  }
`);

/** The first 50 documents with these words in their title, of a corpus or of all that the user may see. */
export const documentChoiceOptions = (corpusId: string | undefined, search: string) =>
  queryOptions({
    queryKey: [...(corpusId === undefined ? ['documents'] : ['corpus-documents', corpusId]), 'choice', search],
    queryFn: async () => nodes((await request(query, { corpusId: corpusId ?? null, search })).documents),
  });
