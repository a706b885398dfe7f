import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, ClipboardCheck, SearchX, X } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Spacer, Toolbar } from '@/components/ui/toolbar';
import { DocumentFilter } from '@/features/annotations/components/document-filter';
import { useAnnotationSelection } from '@/features/annotations/use-annotation-selection';
import { formatNumber } from '@/lib/format';
import { nodes } from '@/lib/relay';

import { proposalsToReviewOptions, useDecideProposals, type ProposalToReview } from '../api/proposals-to-review';
import { isPending } from '../model/proposals';
import { filterOf, KIND_NAMES, STATE_NAMES, textOf, type ReviewFilter, type ReviewKind, type ReviewState } from '../model/review-filter';
import styles from './proposal-review.module.css';
import { ReviewList } from './review-list';

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
