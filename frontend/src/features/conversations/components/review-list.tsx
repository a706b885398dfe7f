import { t } from '@lingui/core/macro';
import { useRef, useState, type KeyboardEvent } from 'react';

import { Scroller } from '@/components/ui/scroller';
import { lazyDialog } from '@/lib/lazy-part';
import { showToast } from '@/lib/toasts';
import { useShortcuts } from '@/lib/shortcuts';
import { useSelect, type Selection } from '@/lib/use-rows';

import type { Decision, ProposalToReview, useDecideProposals } from '../api/proposals-to-review';
import { isPending, refusalText } from '../model/proposals';
import { PROPOSAL_SHORTCUTS, runReviewCommand } from '../review-commands';
import styles from './proposal-review.module.css';
import { ReviewRow } from './review-row';

// Only proposals of conversations about no corpus need it.
const ApproveDialog = lazyDialog(
  async () => (await import('./approve-dialog')).ApproveDialog,
  ({ onClose }) => onClose(),
);

interface ReviewListProps {
  rows: readonly ProposalToReview[];
  more: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  selection: Selection;
  decide: ReturnType<typeof useDecideProposals>;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const focusRow = (list: HTMLElement | null, index: number) => (list?.children[index] as HTMLElement | undefined)?.focus();

/** Return the index of the row that has the focus itself, or -1. */
const focusedRow = (list: HTMLElement | null, target: EventTarget) => [...(list?.children ?? [])].findIndex((row) => row === target);

/** Proposals, which are decided by buttons or keys. The focus goes on to the next one. */
export function ReviewList({ rows, more, selection, decide }: ReviewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState<string>();
  const [choosing, setChoosing] = useState<ProposalToReview>();
  useShortcuts(PROPOSAL_SHORTCUTS);
  const decideAt = (index: number, decision: Decision) => {
    const proposal = rows[index];
    if (!proposal || !isPending(proposal)) return;
    if (decision === 'approve' && !proposal.mayApprove) {
      showToast({ text: refusalText(proposal) });
      return;
    }
    if (decision === 'approve' && proposal.corpusUuid === null) {
      setChoosing(proposal);
      return;
    }
    focusRow(list.current, index + 1 < rows.length ? index + 1 : index - 1);
    decide.mutate({ decision, proposals: [proposal.uuid] });
  };
  const { selectTo } = useSelect(rows, selection);
  const toggle = (index: number, proposal: ProposalToReview) => isPending(proposal) && selectTo(index, !selection.selected.has(proposal.uuid), false);
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const index = focusedRow(list.current, event.target);
    const proposal = rows[index];
    if (!proposal) return;
    const step = STEPS[event.key];
    if (step !== undefined) focusRow(list.current, index + step);
    else if (
      !runReviewCommand(event, {
        approve: () => decideAt(index, 'approve'),
        reject: () => decideAt(index, 'reject'),
        select: () => toggle(index, proposal),
        open: () => event.currentTarget.children[index]?.querySelector<HTMLElement>('a[data-place]')?.click(),
      })
    )
      return;
    event.preventDefault();
  };
  const active = rows.some(({ uuid }) => uuid === focused) ? focused : rows[0]?.uuid;
  return (
    <Scroller label={t`Proposals to review`} more={more}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its rows have the focus, and everything has a button, too */}
      <ul ref={list} aria-label={t`Proposals`} className={styles['list']} onKeyDown={onKeyDown}>
        {rows.map((proposal, index) => (
          <ReviewRow
            key={proposal.uuid}
            proposal={proposal}
            isActive={proposal.uuid === active}
            isSelected={selection.selected.has(proposal.uuid)}
            isBusy={decide.isPending && decide.variables.proposals.includes(proposal.uuid)}
            onFocus={() => setFocused(proposal.uuid)}
            onSelect={(on, withShift) => selectTo(index, on, withShift)}
            onDecide={(decision) => decideAt(index, decision)}
          />
        ))}
      </ul>
      {choosing && <ApproveDialog conversation={choosing.conversationUuid} proposal={choosing} onClose={() => setChoosing(undefined)} />}
    </Scroller>
  );
}
