import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Lock } from 'lucide-react';

import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { Tabs } from '@/components/ui/tabs';
import { servicesOptions } from '@/features/operations/api/services';
import { FailureList } from '@/features/operations/components/failure-list';
import { FileList, storedFilesOptions } from '@/features/operations/components/file-list';
import { PolicyChoice } from '@/features/operations/components/policy-choice';
import { KeyFigures, StageTable } from '@/features/operations/components/queue-figures';
import { ServiceList } from '@/features/operations/components/service-list';
import { TenantTable } from '@/features/operations/components/tenant-table';
import { WorkerList } from '@/features/operations/components/worker-list';
import { withoutRequests } from '@/features/operations/model/services';
import { sessionOptions } from '@/features/session/api/session';
import { useTitle } from '@/lib/title';

import type { OperationsSearch } from '../search-params';

const route = getRouteApi('/signed-in/operations');

function OperationsTabs() {
  const { tab = 'stages', kind, reason, since } = route.useSearch();
  const navigate = route.useNavigate();
  const stopped = useQuery({ ...servicesOptions, select: withoutRequests }).data;
  const damaged = useQuery(storedFilesOptions).data?.damagedCount;
  const show = (search: OperationsSearch) => void navigate({ search, replace: true });
  const failures = (
    <FailureList
      filter={{ kind, reason, since }}
      onFilter={(next) => show({ tab: 'failures', ...Object.fromEntries(Object.entries(next).filter(([, value]) => value)) })}
    />
  );
  const tenants = (
    <>
      <PolicyChoice />
      <TenantTable />
    </>
  );
  return (
    <>
      <KeyFigures />
      <Tabs
        label={t`Operations`}
        value={tab}
        onChange={(next) => show({ tab: next })}
        tabs={[
          { value: 'stages', label: t`Stages`, content: <StageTable /> },
          { value: 'failures', label: t`Failures`, content: failures },
          { value: 'workers', label: t`Workers`, content: <WorkerList /> },
          { value: 'services', label: t`Other services`, count: stopped || undefined, content: <ServiceList /> },
          { value: 'tenants', label: t`Tenants`, content: tenants },
          { value: 'files', label: t`Files`, count: damaged || undefined, content: <FileList /> },
        ]}
      />
    </>
  );
}

/** Monitoring and control of background jobs, for staff. */
export function OperationsPage() {
  useTitle(t`Operations`);
  const { data: user } = useQuery(sessionOptions);
  if (!user?.is_staff) {
    return (
      <Notice alone icon={<Lock />} title={t`This page is for administrators`}>
        {t`Ask an administrator if you need access. Your own jobs are under Activity.`}
      </Notice>
    );
  }
  return (
    <PageFrame title={t`Operations`} about={t`Background jobs of all users`}>
      <OperationsTabs />
    </PageFrame>
  );
}
