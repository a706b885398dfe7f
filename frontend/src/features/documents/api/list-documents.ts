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

export interface DocumentFilter {
  search?: string | undefined;
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  sort?: DocumentOrder | undefined;
}

const PAGE = 60;

export const documentsOptions = ({ search = '', state, scope, attachments, sort }: DocumentFilter) => {
  const variables = { search, state: state ?? null, scope: scope ?? 'ALL', isAttachment: isAttachment(attachments), orderBy: orderBy(sort) } as const;
  return documentListOptions(['documents', variables], async (after) => (await request(query, { first: PAGE, after, ...variables })).documents);
};
