import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { isAttachment, type AttachmentFilter } from '../model/attachment-filter';
import { orderBy, type DocumentOrder } from '../model/document-order';
import type { Scope } from '../model/scope';
import type { DocumentState } from '../model/state';
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

export interface DocumentFilter {
  search?: string | undefined;
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  type?: string | undefined;
  language?: string | undefined;
  owner?: string | undefined;
  sort?: DocumentOrder | undefined;
}

const PAGE = 60;

export const variablesOf = ({ search = '', state, scope, attachments, type = '', language = '', owner = '' }: DocumentFilter) =>
  ({ search, state: state ?? null, scope: scope ?? 'ALL', isAttachment: isAttachment(attachments), type, language, ownerId: owner }) as const;

export const documentsOptions = ({ sort, ...filter }: DocumentFilter) => {
  const variables = { ...variablesOf(filter), orderBy: orderBy(sort) };
  return documentListOptions(['documents', variables], async (after) => (await request(query, { first: PAGE, after, ...variables })).documents);
};

export const documentCountOptions = (filter: DocumentFilter) => {
  const variables = variablesOf(filter);
  return { queryKey: ['documents', 'count', variables], queryFn: async () => (await import('./count-documents')).countDocuments(variables) };
};
