// The documents of a corpus, to choose one by its title.
import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';

const query = graphql(`
  query DocumentChoice($corpusId: ID!, $search: String) {
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

const titleQuery = graphql(`
  query DocumentTitle($id: ID!) {
    document(id: $id) {
      title
    }
  }
`);

/** The first 50 documents of a corpus with these words in their title. */
export const documentChoiceOptions = (corpusId: string, search: string) =>
  queryOptions({ queryKey: ['corpus-documents', corpusId, 'choice', search], queryFn: async () => nodes((await request(query, { corpusId, search })).documents) });

/** The title of a document; null if it is not visible. */
export const documentTitleOptions = (uuid: string) =>
  queryOptions({ queryKey: ['document', uuid, 'title'], queryFn: async () => (await request(titleQuery, { id: uuid })).document?.title ?? null });
