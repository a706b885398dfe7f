import { t } from '@lingui/core/macro';

import { Select } from '@/components/ui/select';

import { JOB_FILTERS } from '../model/job-filter';
import { isJobFilter, JOB_FILTER_NAMES, type JobFilter } from '../model/job-filter-name';

interface JobFiltersProps {
  filter: JobFilter | undefined;
  onFilter: (filter: JobFilter | undefined) => void;
}

export function JobFilters({ filter, onFilter }: JobFiltersProps) {
  return (
    <Select label={t`State`} value={filter ?? ''} onChange={({ target }) => onFilter(isJobFilter(target.value) ? target.value : undefined)}>
      <option value="">{t`Any state`}</option>
      {JOB_FILTER_NAMES.map((name) => (
        <option key={name} value={name}>
          {JOB_FILTERS[name].label}
        </option>
      ))}
    </Select>
  );
}
