import { t } from '@lingui/core/macro';

import { Select } from '@/components/ui/select';
import { FAILURE_REASONS, kindText, reasonText } from '@/lib/messages/jobs';

import type { FailureFilter } from '../model/failure-groups';
import { timeRangeLabel } from '../model/time-range';
import { isTimeRange, TIME_RANGES } from '../model/time-range-name';

interface FailureFiltersProps {
  filter: FailureFilter;
  kinds: readonly { name: string; title: string }[];
  onFilter: (filter: FailureFilter) => void;
}

export function FailureFilters({ filter, kinds, onFilter }: FailureFiltersProps) {
  return (
    <>
      <Select label={t`Kind of job`} value={filter.kind ?? ''} onChange={({ target }) => onFilter({ ...filter, kind: target.value || undefined })}>
        <option value="">{t`Any kind of job`}</option>
        {kinds.map(({ name, title }) => (
          <option key={name} value={name}>
            {kindText(title)}
          </option>
        ))}
      </Select>
      <Select label={t`Reason`} value={filter.reason ?? ''} onChange={({ target }) => onFilter({ ...filter, reason: target.value || undefined })}>
        <option value="">{t`Any reason`}</option>
        {FAILURE_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {reasonText(reason)}
          </option>
        ))}
      </Select>
      <Select
        label={t`Since`}
        value={filter.since ?? ''}
        onChange={({ target }) => onFilter({ ...filter, since: isTimeRange(target.value) ? target.value : undefined })}
      >
        <option value="">{t`Any time`}</option>
        {TIME_RANGES.map((since) => (
          <option key={since} value={since}>
            {timeRangeLabel(since)}
          </option>
        ))}
      </Select>
    </>
  );
}
