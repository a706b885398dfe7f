import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { ErrorNotice } from '@/components/ui/error-notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { comparisonOptions } from '@/features/comparison/api/compare-versions';
import { ComparisonView } from '@/features/comparison/components/comparison-view';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/signed-in/d/$uuid/compare');

/** Two versions of a document side by side. */
export function ComparePage() {
  const { uuid } = route.useParams();
  const { from, to, old } = route.useSearch();
  const navigate = route.useNavigate();
  const compared = useQuery({ ...comparisonOptions(uuid, { from, to, old }), placeholderData: keepPreviousData });
  const title = compared.data?.title ?? t`Document`;
  useTitle(t`Compare versions of ${title}`);
  return (
    <PageFrame title={t`Compare versions of ${title}`} actions={<Link to="/d/$uuid" params={{ uuid }}>{t`Open the document`}</Link>}>
      {compared.isPending && <SkeletonRows label={t`Comparing the versions`} />}
      {compared.isError && <ErrorNotice title={t`The versions could not be compared`} error={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.data && (
        <ComparisonView
          uuid={uuid}
          comparison={compared.data.comparison}
          moved={compared.data.moved}
          others={compared.data.others}
          old={old}
          onOld={(other) => void navigate({ search: other ? { old: other } : {}, replace: true })}
          onChoose={(earlier, later) => void navigate({ search: { from: earlier, to: later }, replace: true })}
        />
      )}
    </PageFrame>
  );
}
