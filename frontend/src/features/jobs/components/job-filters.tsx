import { Select } from '@/components/ui/select';

import { isJobFilter, JOB_FILTER_NAMES, JOB_FILTERS, type JobFilter } from '../model/job-filter';

interface JobFiltersProps {
  filter: JobFilter | undefined;
  onFilter: (filter: JobFilter | undefined) => void;
}

export function JobFilters({ filter, onFilter }: JobFiltersProps) {
  return (
    <Select label="State" value={filter ?? ''} onChange={({ target }) => onFilter(isJobFilter(target.value) ? target.value : undefined)}>
      <option value="">Any state</option>
      {JOB_FILTER_NAMES.map((name) => (
        <option key={name} value={name}>
          {JOB_FILTERS[name].label}
        </option>
      ))}
    </Select>
  );
}
