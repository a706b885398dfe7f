import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { proposalCountOptions } from '@/features/conversations/api/proposals-to-review';
import { ConversationsPane } from '@/features/conversations/components/conversations-pane';
import { useTitle } from '@/lib/title';

const ProposalReview = lazy(async () => ({ default: (await import('@/features/conversations/components/proposal-review')).ProposalReview }));

const route = getRouteApi('/signed-in/ask');

function Proposals() {
  const { proposed } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the proposals`} />}>
      <ProposalReview filter={proposed} onFilter={(filter) => void navigate({ search: { proposed: filter }, replace: true })} />
    </Suspense>
  );
}

/** Leads to the proposals to review, or back to the conversations. */
function Switch({ showsProposals }: { showsProposals: boolean }) {
  const { data: count = 0 } = useQuery(proposalCountOptions(undefined));
  if (showsProposals) return <Link to="/ask">{t`Conversations`}</Link>;
  return (
    <Link to="/ask" search={{ proposed: 'PENDING' }}>
      {count > 0 ? t`Proposals to review (${count})` : t`Proposals to review`}
    </Link>
  );
}

/** Conversations about the own and the shared documents, and those about a corpus or a document; or all proposals to review. */
export function AskPage() {
  const { conversation, proposed } = route.useSearch();
  const navigate = route.useNavigate();
  const showsProposals = proposed !== undefined;
  useTitle(showsProposals ? t`Proposals to review` : t`Ask`);
  if (showsProposals)
    return (
      <PageFrame title={t`Proposals to review`} about={t`Of your conversations, and of agents in corpora that you review`} actions={<Switch showsProposals />}>
        <Proposals />
      </PageFrame>
    );
  return (
    <PageFrame title={t`Ask`} about={t`Questions about your documents and those shared with you`} actions={<Switch showsProposals={false} />}>
      <ConversationsPane scope={{}} selected={conversation} onSelect={(uuid) => void navigate({ search: uuid === undefined ? {} : { conversation: uuid } })} />
    </PageFrame>
  );
}
