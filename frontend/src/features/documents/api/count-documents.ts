import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { variablesOf } from '../model/document-filter';

// To count the rows of a long list takes longer than to read its first page.
const counting = graphql(`
  query DocumentCount($search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $type: String, $language: String, $ownerId: ID) {
    documents(first: 1, search: $search, state: $state, scope: $scope, isAttachment: $isAttachment, type: $type, language: $language, ownerId: $ownerId) {
      totalCount
    }
  }
`);

export const countDocuments = async (variables: ReturnType<typeof variablesOf>) => (await request(counting, variables)).documents.totalCount;
