import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import type { Proposal } from '../api/conversations';
import { proposalText } from '../model/proposals';
import styles from './conversations.module.css';

type Shown = Omit<Proposal, 'made'>;

/** Shows a proposed change, and the words that it is about. */
export function ProposalContent({ proposal }: { proposal: Shown }) {
  return (
    <>
      <span>{proposalText(proposal)}</span>
      {proposal.quote && <q className={styles['quote']}>{proposal.quote}</q>}
      {proposal.targetQuote && <q className={styles['quote']}>{proposal.targetQuote}</q>}
      {proposal.kind === 'ANNOTATION' && proposal.text && <span className="small">{proposal.text}</span>}
    </>
  );
}

/** The decision on a proposal. */
export function DecisionBadge({ state }: Pick<Proposal, 'state'>) {
  if (state === 'APPROVED') return <Badge tone="success" icon={<Check aria-hidden="true" />}>{t({ message: 'Approved', context: 'proposal' })}</Badge>;
  if (state === 'REJECTED') return <Badge tone="neutral" icon={<X aria-hidden="true" />}>{t({ message: 'Rejected', context: 'proposal' })}</Badge>;
  return null;
}

interface PlaceProps {
  proposal: Shown;
  conversation: string;
  /** in which the document is opened */
  corpus: string | undefined;
}

/** A link to the words in the document, beside the conversation. */
export function ProposalPlace({ proposal: { documentUuid, documentTitle: title, page, start, end }, corpus, conversation }: PlaceProps) {
  const place = page === null || start === null || end === null ? {} : { page, from: start, to: end };
  return (
    <Link to="/d/$uuid" params={{ uuid: documentUuid }} search={{ ...(corpus && { c: corpus }), ...place, conversation }} className="muted small truncate" data-place>
      {page === null ? title : t`${title}, page ${page}`}
    </Link>
  );
}
