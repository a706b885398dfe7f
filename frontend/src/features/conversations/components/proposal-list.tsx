import { plural, t } from '@lingui/core/macro';
import { Check, CheckCheck, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { lazyDialog } from '@/lib/lazy-part';

import type { Proposal } from '../api/conversations';
import { useApproveProposals, useRejectProposal } from '../api/proposals';
import { isPending, refusalText } from '../model/proposals';
import styles from './conversations.module.css';
import { DecisionBadge, ProposalContent, ProposalPlace } from './proposal-parts';

// Only answers about no corpus need it.
const ApproveDialog = lazyDialog(
  async () => (await import('./approve-dialog')).ApproveDialog,
  ({ onClose }) => onClose(),
);

interface ProposalsProps {
  conversation: string;
  proposals: readonly Proposal[];
  /** the corpus of the conversation, in which documents are opened */
  corpus: string | undefined;
  /** whether the reader may approve and reject them */
  mayDecide: boolean;
}

function ProposalRow({ conversation, proposal, corpus, mayDecide }: Omit<ProposalsProps, 'proposals'> & { proposal: Proposal }) {
  const approve = useApproveProposals(conversation);
  const [choosing, setChoosing] = useState(false);
  const reject = useRejectProposal(conversation);
  return (
    <li className={styles['proposal']}>
      <ProposalContent proposal={proposal} />
      <span className={styles['choices']}>
        <ProposalPlace {...{ proposal, corpus, conversation }} />
        <DecisionBadge state={proposal.state} />
        {mayDecide && isPending(proposal) && (
          <>
            {proposal.mayApprove && (
              <Button size="small" icon={<Check aria-hidden="true" />} busy={approve.isPending} onClick={() => (corpus === undefined ? setChoosing(true) : approve.mutate({ proposals: [proposal.uuid] }))}>
                {t`Approve`}
              </Button>
            )}
            <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} busy={reject.isPending} onClick={() => reject.mutate(proposal.uuid)}>
              {t`Reject`}
            </Button>
          </>
        )}
      </span>
      {mayDecide && isPending(proposal) && !proposal.mayApprove && <span className="muted small">{refusalText(proposal)}</span>}
      {choosing && <ApproveDialog {...{ conversation, proposal }} onClose={() => setChoosing(false)} />}
    </li>
  );
}

/** The changes that a language model proposes. Each is made when someone who may decide on it approves it. */
export function ProposalList({ conversation, proposals, corpus, mayDecide }: ProposalsProps) {
  const approveAll = useApproveProposals(conversation);
  const approvable = proposals.filter((proposal) => isPending(proposal) && proposal.mayApprove);
  if (proposals.length === 0) return null;
  return (
    <section className={styles['proposals']} aria-label={t`Proposed changes`}>
      <header className={styles['footer']}>
        <strong>{plural(proposals.length, { one: '# proposed change', other: '# proposed changes' })}</strong>
        {mayDecide && corpus !== undefined && approvable.length > 1 && (
          <Button size="small" icon={<CheckCheck aria-hidden="true" />} busy={approveAll.isPending} onClick={() => approveAll.mutate({ proposals: approvable.map(({ uuid }) => uuid) })}>
            {t`Approve all`}
          </Button>
        )}
      </header>
      <ol>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.uuid} {...{ conversation, proposal, corpus, mayDecide }} />
        ))}
      </ol>
    </section>
  );
}
