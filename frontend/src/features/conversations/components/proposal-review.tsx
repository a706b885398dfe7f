import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ClipboardCheck, SearchX, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { DocumentFilter } from '@/features/annotations/components/document-filter';
import { useAnnotationSelection } from '@/features/annotations/use-annotation-selection';
import { formatNumber } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { nodes } from '@/lib/relay';
import { useShortcuts } from '@/lib/shortcuts';
import { showToast } from '@/lib/toasts';
import { useSelect, type Selection } from '@/lib/use-rows';
import { displayName } from '@/lib/users';

import { proposalsToReviewOptions, useDecideProposals, type Decision, type ProposalToReview } from '../api/proposals-to-review';
import { isPending, proposalText, refusalText } from '../model/proposals';
import { filterOf, KIND_NAMES, STATE_NAMES, textOf, type ReviewFilter, type ReviewKind, type ReviewState } from '../model/review-filter';
import { PROPOSAL_SHORTCUTS, runReviewCommand } from '../review-commands';
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
function ReviewRow({ proposal, isActive, isSelected, isBusy, onFocus, onSelect, onDecide }: ReviewRowProps) {
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
function ReviewList({ rows, more, selection, decide }: ReviewListProps) {
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

interface ProposalReviewProps {
  /** the corpus whose proposals are listed; without it, those of all conversations are */
  corpusId?: string | undefined;
  /** the text of the filter in the URL */
  filter: string | undefined;
  onFilter: (filter: string) => void;
}

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));

interface FiltersProps {
  corpusId: string | undefined;
  filter: ReviewFilter;
  total: number | undefined;
  onFilter: (filter: string) => void;
}

function Filters({ corpusId, filter, total, onFilter }: FiltersProps) {
  const change = (changes: Partial<ReviewFilter>) => onFilter(textOf({ ...filter, ...changes }));
  return (
    <Toolbar>
      <Select label={t`State`} value={filter.state} onChange={({ target }) => change({ state: target.value as ReviewState })}>
        {options(STATE_NAMES)}
      </Select>
      <Select label={t`Kind`} value={filter.kind ?? ''} onChange={({ target }) => change({ kind: target.value === '' ? undefined : (target.value as ReviewKind) })}>
        <option value="">{t`All kinds`}</option>
        {options(KIND_NAMES)}
      </Select>
      <DocumentFilter corpusId={corpusId} chosen={filter.document} onChange={(document) => change({ document })} />
      <Spacer />
      <span className="muted small" role="status">
        {total !== undefined && plural(total, { one: '# proposal', other: '# proposals' })}
      </span>
    </Toolbar>
  );
}

function Nothing({ filter, onFilter }: Pick<FiltersProps, 'filter' | 'onFilter'>) {
  if (filter.kind !== undefined || filter.document !== undefined) return <Notice icon={<SearchX />} title={t`No proposal matches the filter`} action={<Button onClick={() => onFilter(textOf({ state: filter.state, kind: undefined }))}>{t`Clear filter`}</Button>} />;
  if (filter.state !== 'PENDING') return <Notice icon={<SearchX />} title={t`No proposal matches the filter`} action={<Button onClick={() => onFilter(textOf({ state: 'PENDING', kind: undefined }))}>{t`Show those to review`}</Button>} />;
  return (
    <Notice icon={<ClipboardCheck />} title={t`No proposals to review`}>
      {t`What agents and language models propose waits here until it is approved or rejected: annotations, relations, comments and values of extractions.`}
    </Notice>
  );
}

interface SelectedProps {
  rows: readonly ProposalToReview[];
  decide: ReturnType<typeof useDecideProposals>;
  onClear: () => void;
}

/** The number of selected proposals, and the decisions on them. Those that need another permission, or a corpus, are approved one by one. */
function Selected({ rows, decide, onClear }: SelectedProps) {
  const approvable = rows.filter(({ mayApprove, corpusUuid }) => mayApprove && corpusUuid !== null);
  const run = (decision: 'approve' | 'reject', proposals: readonly ProposalToReview[]) => decide.mutate({ decision, proposals: proposals.map(({ uuid }) => uuid) }, { onSettled: onClear });
  return (
    <div role="group" aria-label={t`Selected proposals`} className={styles['selected']}>
      <span className="muted small" role="status">
        {t`${formatNumber(rows.length)} selected`}
      </span>
      <Button size="small" icon={<Check aria-hidden="true" />} busy={decide.isPending} disabled={approvable.length === 0} onClick={() => run('approve', approvable)}>
        {approvable.length < rows.length ? t`Approve ${formatNumber(approvable.length)} of them` : t`Approve`}
      </Button>
      <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} busy={decide.isPending} onClick={() => run('reject', rows)}>
        {t`Reject`}
      </Button>
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={onClear} />
    </div>
  );
}

/** The proposals on which the user may decide, of a corpus or of all conversations. */
export function ProposalReview({ corpusId, filter: text, onFilter }: ProposalReviewProps) {
  const filter = filterOf(text);
  const list = useInfiniteQuery(proposalsToReviewOptions(corpusId, filter));
  const decide = useDecideProposals();
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  const selection = useAnnotationSelection(JSON.stringify(filter), rows, rows.length);
  const selected = rows.filter((row) => isPending(row) && selection.selected.has(row.uuid));
  return (
    <div className={styles['review']}>
      <Filters corpusId={corpusId} filter={filter} total={list.data?.pages[0]?.totalCount} onFilter={onFilter} />
      {list.isPending && <SkeletonRows label={t`Loading the proposals`} />}
      {list.isError && <ErrorNotice title={t`The proposals could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Nothing filter={filter} onFilter={onFilter} />}
      {rows.length > 0 && <ReviewList rows={rows} more={list} selection={selection} decide={decide} />}
      {selected.length > 0 && <Selected rows={selected} decide={decide} onClear={selection.clear} />}
    </div>
  );
}
