import { queryOptions } from '@tanstack/react-query';

import { variablesOf, type DocumentFilter } from '@/features/documents/model/document-filter';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query DocumentFacets($search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $type: String, $language: String, $ownerId: ID) {
    documentFacets(search: $search, state: $state, scope: $scope, isAttachment: $isAttachment, type: $type, language: $language, ownerId: $ownerId) {
      facet
      name
      values {
        value
        name
        count
      }
    }
  }
`);

/** The facets of the list of all documents. They are read again with the list, when documents change. */
export const documentFacetsOptions = (filter: DocumentFilter) => {
  const variables = variablesOf(filter);
  return queryOptions({ queryKey: ['documents', 'facets', variables], queryFn: async () => (await request(query, variables)).documentFacets });
};
