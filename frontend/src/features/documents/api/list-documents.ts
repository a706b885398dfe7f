import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { variablesOf, type DocumentFilter } from '../model/document-filter';
import { orderBy } from '../model/document-order';
import { documentList, documentListOptions } from './document-list';

const query = graphql(
  `
    query Documents($first: Int!, $after: String, $search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $type: String, $language: String, $ownerId: ID, $orderBy: DocumentOrder) {
      documents(
        first: $first
        after: $after
        search: $search
        state: $state
        scope: $scope
        isAttachment: $isAttachment
        type: $type
        language: $language
        ownerId: $ownerId
        orderBy: $orderBy
      ) {
        ...DocumentList
      }
    }
  `,
  [documentList],
);

const PAGE = 60;

export const documentsOptions = ({ sort, ...filter }: DocumentFilter) => {
  const variables = { ...variablesOf(filter), orderBy: orderBy(sort) };
  return documentListOptions(['documents', variables], async (after) => (await request(query, { first: PAGE, after, ...variables })).documents);
};

export const documentCountOptions = (filter: DocumentFilter) => {
  const variables = variablesOf(filter);
  return { queryKey: ['documents', 'count', variables], queryFn: async () => (await import('./count-documents')).countDocuments(variables) };
};
