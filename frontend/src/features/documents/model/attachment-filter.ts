// Whether a list shows attachments of other documents.

import { t } from '@lingui/core/macro';

export type AttachmentFilter = 'without' | 'only';

export const ATTACHMENT_FILTERS: readonly { value: AttachmentFilter; label: string }[] = [
  { value: 'without', label: t`Hide attachments` },
  { value: 'only', label: t`Attachments only` },
];

export const isAttachmentFilter = (value: unknown): value is AttachmentFilter => ATTACHMENT_FILTERS.some((known) => known.value === value);

/** Return the filter in the form of the API: null for all documents. */
export const isAttachment = (filter: AttachmentFilter | undefined): boolean | null => (filter ? filter === 'only' : null);
