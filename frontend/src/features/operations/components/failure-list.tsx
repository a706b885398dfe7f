import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleCheckBig, RotateCcw, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { FAILURE_REASONS, kindText, reasonText } from '@/lib/messages/jobs';

import { failureGroupsOptions, type FailureGroup } from '../api/failures';
import { failureGroupKey, selectionOfFilter, type FailureFilter } from '../model/failure-groups';
import { timeRangeLabel } from '../model/time-range';
import { isTimeRange, TIME_RANGES } from '../model/time-range-name';
import { FailureGroupItem } from './failure-group-item';
import styles from './failure-list.module.css';
import { ResolveDialog, type Resolution } from './resolve-dialog';

interface FailureFiltersProps {
  filter: FailureFilter;
  kinds: readonly { name: string; title: string }[];
  onFilter: (filter: FailureFilter) => void;
}

function FailureFilters({ filter, kinds, onFilter }: FailureFiltersProps) {
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

const jobKindsQuery = graphql(`
  query JobKinds {
    jobKinds {
      name
      title
    }
  }
`);

const jobKindsOptions = queryOptions({
  queryKey: ['job-kinds'],
  queryFn: async () => (await request(jobKindsQuery)).jobKinds,
  staleTime: Infinity,
});

function None({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Notice icon={<SearchX />} title={t`No matching failures`}>
        {t`All matching failures have been retried or dismissed.`}
      </Notice>
    );
  }
  return (
    <Notice icon={<CircleCheckBig />} title={t`No failures`}>
      {t`Jobs that failed permanently are listed here until they are retried or dismissed.`}
    </Notice>
  );
}

interface FailureGroupsProps {
  groups: readonly FailureGroup[];
  filter: FailureFilter;
  onResolve: (resolution: Resolution) => void;
}

function FailureGroups({ groups, filter, onResolve }: FailureGroupsProps) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Scroller label={t`Failures by cause`}>
      <ol className={styles['groups']} aria-label={t`Causes, most frequent first`}>
        {groups.map((group) => {
          const key = failureGroupKey(group);
          return (
            <FailureGroupItem
              key={key}
              group={group}
              filter={filter}
              opened={key === opened}
              onToggle={() => setOpened(key === opened ? null : key)}
              onResolve={onResolve}
            />
          );
        })}
      </ol>
    </Scroller>
  );
}

interface FailureListProps {
  filter: FailureFilter;
  onFilter: (filter: FailureFilter) => void;
}

/** Permanently failed jobs, grouped by cause. */
export function FailureList({ filter, onFilter }: FailureListProps) {
  const failures = useQuery(failureGroupsOptions(filter));
  const kinds = useQuery(jobKindsOptions);
  const [resolution, setResolution] = useState<Resolution | null>(null);
  const total = failures.data?.total ?? 0;
  const retryAll = () => setResolution({ kind: 'retry', count: total, selection: selectionOfFilter(filter, Date.now()) });
  return (
    <>
      <Toolbar>
        <FailureFilters filter={filter} kinds={kinds.data ?? []} onFilter={onFilter} />
        <Spacer />
        {total > 0 && (
          <Button icon={<RotateCcw aria-hidden="true" />} onClick={retryAll}>
            {total === 1 ? t`Retry` : t`Retry all ${plural(total, { one: '# job', other: '# jobs' })}`}
          </Button>
        )}
      </Toolbar>
      {failures.isPending && <SkeletonRows label={t`Loading failures`} />}
      {failures.isError && <ErrorNotice title={t`The failures could not be loaded`} error={failures.error} onRetry={() => void failures.refetch()} />}
      {failures.isSuccess && total === 0 && <None filtered={Object.values(filter).some(Boolean)} />}
      {failures.data && total > 0 && <FailureGroups groups={failures.data.groups} filter={filter} onResolve={setResolution} />}
      <ResolveDialog resolution={resolution} onClose={() => setResolution(null)} />
    </>
  );
}
