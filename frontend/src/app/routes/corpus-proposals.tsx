import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { proposalCountOptions } from '@/features/conversations/api/proposals-to-review';

const ProposalReview = lazy(async () => ({ default: (await import('@/features/conversations/components/proposal-review')).ProposalReview }));

const route = getRouteApi('/signed-in/c/$uuid');

/** Return the number of proposals of a corpus that wait for the user's decision; undefined if there are none. */
export function useProposalCount({ uuid, isMember }: CorpusDetail): number | undefined {
  const { data } = useQuery({ ...proposalCountOptions(uuid), enabled: isMember });
  return data || undefined;
}

/** The proposals of a corpus on which the user may decide. The filter is in the URL. */
export function CorpusProposals({ corpus }: { corpus: CorpusDetail }) {
  const { proposed } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the proposals`} />}>
      <ProposalReview
        corpusId={corpus.uuid}
        filter={proposed}
        onFilter={(filter) => void navigate({ search: { tab: 'proposals', proposed: filter }, replace: true })}
      />
    </Suspense>
  );
}
