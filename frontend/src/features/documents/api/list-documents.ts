import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { isAttachment, type AttachmentFilter } from '../model/attachment-filter';
import { orderBy, type DocumentOrder } from '../model/document-order';
import type { Scope } from '../model/scope';
import type { DocumentState } from '../model/state';
import { documentList, documentListOptions } from './document-list';

const query = graphql(
  `
    query Documents($first: Int!, $after: String, $search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $orderBy: DocumentOrder) {
      documents(first: $first, after: $after, search: $search, state: $state, scope: $scope, isAttachment: $isAttachment, orderBy: $orderBy) {
        ...DocumentList
      }
    }
  `,
  [documentList],
);

// To count the rows of a long list takes longer than to read its first page.
const counting = graphql(`
  query DocumentCount($search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean) {
    documents(first: 1, search: $search, state: $state, scope: $scope, isAttachment: $isAttachment) {
      totalCount
    }
  }
`);

export interface DocumentFilter {
  search?: string | undefined;
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  sort?: DocumentOrder | undefined;
}

const PAGE = 60;

const variablesOf = ({ search = '', state, scope, attachments }: DocumentFilter) =>
  ({ search, state: state ?? null, scope: scope ?? 'ALL', isAttachment: isAttachment(attachments) }) as const;

/** Return the parameters of the same list in REST. */
export function listQuery(filter: DocumentFilter): Record<string, string> {
  const { search, state, scope, isAttachment: attachment } = variablesOf(filter);
  return { scope: scope.toLowerCase(), ...(search && { search }), ...(state && { state: state.toLowerCase() }), ...(attachment !== null && { is_attachment: String(attachment) }) };
}

export const documentsOptions = ({ sort, ...filter }: DocumentFilter) => {
  const variables = { ...variablesOf(filter), orderBy: orderBy(sort) };
  return documentListOptions(['documents', variables], async (after) => (await request(query, { first: PAGE, after, ...variables })).documents);
};

export const documentCountOptions = (filter: DocumentFilter) => {
  const variables = variablesOf(filter);
  return queryOptions({ queryKey: ['documents', 'count', variables], queryFn: async () => (await request(counting, variables)).documents.totalCount });
};
