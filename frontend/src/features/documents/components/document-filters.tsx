import { t } from '@lingui/core/macro';
import { ListFilter } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { DOCUMENT_STATE_TEXTS } from '@/lib/messages/documents';

import { ATTACHMENT_FILTERS, isAttachmentFilter, type AttachmentFilter } from '../model/attachment-filter';
import type { Scope } from '../model/scope';
import { DOCUMENT_STATES, isDocumentState, type DocumentState } from '../model/state';
import { ScopeSelect } from './scope-select';

interface DocumentFiltersProps {
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  onState: (state: DocumentState | undefined) => void;
  onScope: (scope: Scope | undefined) => void;
  onAttachments: (attachments: AttachmentFilter | undefined) => void;
  /** whether all filters are shown, with their counts */
  hasFacets: boolean;
  onFacets: (shown: boolean) => void;
}

/** The filters of all documents, beside the search of titles. They are loaded after the list. */
export function DocumentFilters({ state, scope, attachments, onState, onScope, onAttachments, hasFacets, onFacets }: DocumentFiltersProps) {
  return (
    <>
      <ScopeSelect all={t`All documents`} scope={scope} onScope={onScope} />
      <Select label={t`State`} value={state ?? ''} onChange={(event) => onState(isDocumentState(event.target.value) ? event.target.value : undefined)}>
        <option value="">{t`Any state`}</option>
        {DOCUMENT_STATES.map((value) => (
          <option key={value} value={value}>
            {DOCUMENT_STATE_TEXTS[value]}
          </option>
        ))}
      </Select>
      <Select label={t`Attachments`} value={attachments ?? ''} onChange={({ target }) => onAttachments(isAttachmentFilter(target.value) ? target.value : undefined)}>
        <option value="">{t`Show attachments`}</option>
        {ATTACHMENT_FILTERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <IconButton label={t`Filters with counts`} icon={<ListFilter />} pressed={hasFacets} onClick={() => onFacets(!hasFacets)} />
    </>
  );
}
