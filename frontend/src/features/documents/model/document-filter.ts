// The filter of the list of documents, and its variables in GraphQL.
import { isAttachment, type AttachmentFilter } from './attachment-filter';
import type { DocumentOrder } from './document-order';
import type { Scope } from './scope';
import type { DocumentState } from './state';

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

export const variablesOf = ({ search = '', state, scope, attachments, type = '', language = '', owner = '' }: DocumentFilter) =>
  ({ search, state: state ?? null, scope: scope ?? 'ALL', isAttachment: isAttachment(attachments), type, language, ownerId: owner }) as const;
