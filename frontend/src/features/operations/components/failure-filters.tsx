import { Select } from '@/components/ui/select';
import { FAILURE_REASONS, reasonWords } from '@/features/jobs/model/job-words';

import type { FailureFilter } from '../model/causes';
import { isSince, SINCE_NAMES, sinceWord } from '../model/since';

interface FailureFiltersProps {
  filter: FailureFilter;
  kinds: readonly { name: string; title: string }[];
  onFilter: (filter: FailureFilter) => void;
}

export function FailureFilters({ filter, kinds, onFilter }: FailureFiltersProps) {
  return (
    <>
      <Select label="Kind of job" value={filter.kind ?? ''} onChange={({ target }) => onFilter({ ...filter, kind: target.value || undefined })}>
        <option value="">Any kind of job</option>
        {kinds.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
      <Select label="Reason" value={filter.reason ?? ''} onChange={({ target }) => onFilter({ ...filter, reason: target.value || undefined })}>
        <option value="">Any reason</option>
        {FAILURE_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords(reason)}
          </option>
        ))}
      </Select>
      <Select
        label="Since"
        value={filter.since ?? ''}
        onChange={({ target }) => onFilter({ ...filter, since: isSince(target.value) ? target.value : undefined })}
      >
        <option value="">At any time</option>
        {SINCE_NAMES.map((since) => (
          <option key={since} value={since}>
            {sinceWord(since)}
          </option>
        ))}
      </Select>
    </>
  );
}
