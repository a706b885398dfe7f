import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';

import { INSIDE, isInside, type Inside } from '../model/inside';
import type { Scope } from '../model/scope';
import { DOCUMENT_STATES, isDocumentState, STATE_WORDS, type DocumentState } from '../model/state';
import { ScopeSelect } from './scope-select';

interface DocumentFiltersProps {
  search: string;
  state: DocumentState | undefined;
  scope: Scope | undefined;
  inside: Inside | undefined;
  onSearch: (search: string) => void;
  onState: (state: DocumentState | undefined) => void;
  onScope: (scope: Scope | undefined) => void;
  onInside: (inside: Inside | undefined) => void;
}

export function DocumentFilters({ search, state, scope, inside, onSearch, onState, onScope, onInside }: DocumentFiltersProps) {
  return (
    <>
      <SearchField label="Search titles" value={search} onChange={onSearch} />
      <ScopeSelect scope={scope} onScope={onScope} />
      <Select label="State" value={state ?? ''} onChange={(event) => onState(isDocumentState(event.target.value) ? event.target.value : undefined)}>
        <option value="">Any state</option>
        {DOCUMENT_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_WORDS[value].word}
          </option>
        ))}
      </Select>
      <Select label="Attachments" value={inside ?? ''} onChange={({ target }) => onInside(isInside(target.value) ? target.value : undefined)}>
        <option value="">With attachments</option>
        {INSIDE.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </>
  );
}
