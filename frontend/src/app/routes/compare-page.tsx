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

function headingOf(title: string, otherTitle: string | null, parts: string | undefined): string {
  if (otherTitle === null) return t`Compare versions of ${title}`;
  return parts === undefined ? t`Compare two documents` : t`Compare two clauses`;
}

/** Leads to the similar texts of the corpus, if the comparison was opened from there, else to the document. */
function Back({ uuid, corpus }: { uuid: string; corpus: string | undefined }) {
  if (corpus === undefined) return <Link to="/d/$uuid" params={{ uuid }}>{t`Open the document`}</Link>;
  return <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'similar' }}>{t`All similar texts`}</Link>;
}

/** Two versions of a document, or two documents, side by side. */
export function ComparePage() {
  const { uuid } = route.useParams();
  const { from, to, old, parts, c } = route.useSearch();
  const navigate = route.useNavigate();
  const compared = useQuery({ ...comparisonOptions(uuid, { from, to, old, parts }), placeholderData: keepPreviousData });
  const title = compared.data?.title ?? t`Document`;
  const otherTitle = compared.data?.otherTitle ?? null;
  const heading = headingOf(title, otherTitle, parts);
  useTitle(heading);
  return (
    <PageFrame title={heading} actions={<Back uuid={uuid} corpus={c} />}>
      {compared.isPending && <SkeletonRows label={t`Comparing the versions`} />}
      {compared.isError && <ErrorNotice title={t`The versions could not be compared`} error={compared.error} onRetry={() => void compared.refetch()} />}
      {compared.data && (
        <ComparisonView
          uuid={uuid}
          titles={otherTitle === null ? undefined : [otherTitle, title]}
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
