import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { RelativeTime } from '@/components/ui/relative-time';
import { displayName } from '@/lib/users';

import type { Decision, ProposalToReview } from '../api/proposals-to-review';
import { isPending, proposalText, refusalText } from '../model/proposals';
import { DecisionBadge, ProposalContent, ProposalPlace } from './proposal-parts';
import styles from './proposal-review.module.css';

interface ReviewRowProps {
  proposal: ProposalToReview;
  isActive: boolean;
  isSelected: boolean;
  isBusy: boolean;
  onFocus: () => void;
  onSelect: (on: boolean, withShift: boolean) => void;
  onDecide: (decision: Decision) => void;
}

/** Names the conversation in which a proposal was made, and leads to it; and the user who asked. */
function Origin({ proposal: { conversationUuid, conversationTitle, isOfAction, askedBy } }: Pick<ReviewRowProps, 'proposal'>) {
  const title = conversationTitle || t`Conversation without a question`;
  return (
    <>
      <Link to="/ask" search={{ conversation: conversationUuid }} className="muted small truncate">
        {isOfAction ? t`Agent “${title}”` : t`Conversation “${title}”`}
      </Link>
      {askedBy && <span className="muted small">{t`Asked by ${displayName(askedBy)}`}</span>}
    </>
  );
}

/** A proposal with the way to its words and to its conversation. */
export function ReviewRow({ proposal, isActive, isSelected, isBusy, onFocus, onSelect, onDecide }: ReviewRowProps) {
  const name = proposalText(proposal);
  const isOpen = isPending(proposal);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the list has to know where its keys work
    <li className={styles['row']} tabIndex={isActive ? 0 : -1} aria-label={name} onFocus={onFocus}>
      {isOpen ? <Checkbox label={t`Select ${name}`} checked={isSelected} onChange={onSelect} /> : <span />}
      <div className={styles['content']}>
        <ProposalContent proposal={proposal} />
        <span className={styles['about']}>
          <ProposalPlace proposal={proposal} conversation={proposal.conversationUuid} corpus={proposal.corpusUuid ?? undefined} />
          <Origin proposal={proposal} />
          <span className="muted small">
            <RelativeTime iso={proposal.created} />
          </span>
        </span>
        {isOpen && !proposal.mayApprove && <span className="muted small">{refusalText(proposal)}</span>}
      </div>
      <span className={styles['choices']}>
        <DecisionBadge state={proposal.state} />
        {isOpen && proposal.mayApprove && (
          <Button size="small" icon={<Check aria-hidden="true" />} busy={isBusy} onClick={() => onDecide('approve')}>
            {t`Approve`}
          </Button>
        )}
        {isOpen && (
          <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} busy={isBusy} onClick={() => onDecide('reject')}>
            {t`Reject`}
          </Button>
        )}
      </span>
    </li>
  );
}
