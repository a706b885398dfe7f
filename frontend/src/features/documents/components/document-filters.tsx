import { t } from '@lingui/core/macro';

import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { DOCUMENT_STATE_TEXTS } from '@/lib/messages/documents';

import { ATTACHMENT_FILTERS, isAttachmentFilter, type AttachmentFilter } from '../model/attachment-filter';
import type { Scope } from '../model/scope';
import { DOCUMENT_STATES, isDocumentState, type DocumentState } from '../model/state';
import { ScopeSelect } from './scope-select';

interface DocumentFiltersProps {
  search: string;
  state?: DocumentState | undefined;
  scope?: Scope | undefined;
  attachments?: AttachmentFilter | undefined;
  onSearch: (search: string) => void;
  onState: (state: DocumentState | undefined) => void;
  onScope: (scope: Scope | undefined) => void;
  onAttachments: (attachments: AttachmentFilter | undefined) => void;
}

export function DocumentFilters({ search, state, scope, attachments, onSearch, onState, onScope, onAttachments }: DocumentFiltersProps) {
  return (
    <>
      <SearchField label={t`Search titles`} value={search} onChange={onSearch} />
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
    </>
  );
}
