import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';

import { DOCUMENT_STATES, isDocumentState, STATE_WORDS, type DocumentState } from '../model/state';

interface DocumentFiltersProps {
  search: string;
  state: DocumentState | undefined;
  onSearch: (search: string) => void;
  onState: (state: DocumentState | undefined) => void;
}

export function DocumentFilters({ search, state, onSearch, onState }: DocumentFiltersProps) {
  return (
    <>
      <SearchField label="Search titles" value={search} onChange={onSearch} />
      <Select label="State" value={state ?? ''} onChange={(event) => onState(isDocumentState(event.target.value) ? event.target.value : undefined)}>
        <option value="">Any state</option>
        {DOCUMENT_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_WORDS[value].word}
          </option>
        ))}
      </Select>
    </>
  );
}
