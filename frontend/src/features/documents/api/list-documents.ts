import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import { isAttachment, type AttachmentFilter } from '../model/attachment-filter';
import type { Scope } from '../model/scope';
import type { DocumentState } from '../model/state';
import { documentList, documentListOptions } from './document-list';

const query = graphql(
  `
    query Documents($first: Int!, $after: String, $search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean) {
      documents(first: $first, after: $after, search: $search, state: $state, scope: $scope, isAttachment: $isAttachment) {
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
}

const PAGE = 60;

export const documentsOptions = ({ search, state, scope, attachments }: DocumentFilter) =>
  documentListOptions(['documents', { search: search ?? '', state: state ?? null, scope: scope ?? null, attachments: attachments ?? null }], async (after) => {
    const variables = { search: search ?? null, state: state ?? null, scope: scope ?? 'ALL', isAttachment: isAttachment(attachments) } as const;
    return (await request(query, { first: PAGE, after, ...variables })).documents;
  });
