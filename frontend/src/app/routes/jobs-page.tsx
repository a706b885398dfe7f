import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Activity, SearchX } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { JobFilters, JobList, jobsOptions } from '@/features/jobs/components/job-list';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

import type { JobsSearch } from '../search-params';

const route = getRouteApi('/signed-in/jobs');

function NoJobs({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Notice icon={<SearchX />} title={t`No matching jobs`} action={<Button onClick={onClear}>{t`Clear filter`}</Button>} />;
  return (
    <Notice icon={<Activity />} title={t`No jobs yet`} action={<UploadButton label={t`Upload documents`} />}>
      {t`When you upload a document, its processing is shown here.`}
    </Notice>
  );
}

export function JobsPage() {
  useTitle(t`Activity`);
  const { state, job } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useInfiniteQuery({ ...jobsOptions(state), placeholderData: keepPreviousData });
  const total = list.data?.pages[0]?.totalCount ?? 0;
  const show = (search: JobsSearch) => void navigate({ search, replace: true });
  return (
    <PageFrame
      title={t`Activity`}
      about={total > 0 && plural(total, { one: '# job', other: '# jobs' })}
      actions={
        <>
          <Link to="/exports">{t`Exports`}</Link>
          <JobFilters filter={state} onFilter={(filter) => show(filter ? { state: filter } : {})} />
        </>
      }
    >
      {list.isPending && <SkeletonRows label={t`Loading your jobs`} />}
      {list.isError && <ErrorNotice title={t`Your jobs could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && total === 0 && <NoJobs filtered={state !== undefined} onClear={() => show({})} />}
      {total > 0 && (
        <Scroller label={t`Jobs`} more={list}>
          <JobList
            label={t`Your jobs`}
            jobs={list.data?.pages.flatMap(nodes) ?? []}
            opened={job}
            onOpen={(uuid) => show({ ...(state && { state }), ...(uuid && { job: uuid }) })}
          />
        </Scroller>
      )}
    </PageFrame>
  );
}
