import { queryOptions } from '@tanstack/react-query';

import { variablesOf, type DocumentFilter } from '@/features/documents/model/document-filter';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query DocumentFacets($search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $type: String, $language: String, $ownerId: ID, $corpusId: ID, $folderId: ID, $subfolders: Boolean, $documentLabelId: ID, $fieldId: ID, $fieldEquals: String, $fieldContains: String, $fieldFrom: String, $fieldTo: String, $fieldEmpty: Boolean) {
    documentFacets(search: $search, state: $state, scope: $scope, isAttachment: $isAttachment, type: $type, language: $language, ownerId: $ownerId, corpusId: $corpusId, folderId: $folderId, subfolders: $subfolders, documentLabelId: $documentLabelId, fieldId: $fieldId, fieldEquals: $fieldEquals, fieldContains: $fieldContains, fieldFrom: $fieldFrom, fieldTo: $fieldTo, fieldEmpty: $fieldEmpty) {
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

export type FacetVariables = VariablesOf<typeof query>;

/** The facets of the list of all documents. They are read again with the list, when documents change. */
export const documentFacetsOptions = (filter: DocumentFilter) => facetsOptions(['documents', 'facets'], variablesOf(filter));

/** The facets of the list of the documents of a corpus. */
export const corpusFacetsOptions = (corpusId: string, variables: FacetVariables) => facetsOptions(['corpus-documents', corpusId, 'facets'], variables);

const facetsOptions = (key: readonly string[], variables: FacetVariables) =>
  queryOptions({ queryKey: [...key, variables], queryFn: async () => (await request(query, variables)).documentFacets });
