import { plural, t } from '@lingui/core/macro';
import { ArrowLeft, GitCompareArrows, Highlighter, MoreHorizontal, RotateCcw, Square } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { formatNumber } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { formatSeconds } from '@/lib/time';

import { useCancelExtract, useRerun, type Extract } from '../api/extracts';
import { CELL_FILTERS, isCellFilter } from '../model/cell-filter';
import { FILTER_LABELS, type GridFilter } from '../model/filter';
import { useSuggestSources } from '../use-suggest-sources';
import { ExportMenu } from './export-menu';
import { progressText, STATES } from './extract-list';
import styles from './extract-view.module.css';

const BudgetDialog = lazyDialog(async () => (await import('./budget-dialog')).BudgetDialog, ({ onClose }) => onClose());

interface ExtractToolbarProps {
  extract: Extract;
  mayEdit: boolean;
  mayAnnotate: boolean;
  filter: GridFilter;
  /** the rows that the filter keeps; undefined until they are loaded */
  total: number | undefined;
  onFilter: (filter: GridFilter) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
  onCompare: () => void;
}

function tokensText(tokens: number, estimated: number): string {
  const used = formatNumber(tokens);
  return estimated > 0 ? t`${used} tokens of about ${formatNumber(estimated)}` : t`${used} tokens`;
}

/** Return how much of the work is done, and what it has used. */
function summaryText({ counts, estimated_tokens }: Extract): string {
  const { approved, rejected, edited, tokens, cost, seconds } = counts;
  const reviewed = approved + rejected + edited;
  return [
    progressText(counts),
    reviewed > 0 && t`${formatNumber(reviewed)} reviewed`,
    tokens > 0 && tokensText(tokens, estimated_tokens),
    cost > 0 && t`cost ${formatNumber(cost, 2)}`,
    seconds >= 1 && t`read in ${formatSeconds(seconds)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Progress({ extract: { counts, state } }: { extract: Extract }) {
  if (state !== 'running' || counts.rows === 0) return null;
  const done = (100 * (counts.rows_done + counts.rows_failed)) / counts.rows;
  return (
    <div className={styles['bar']} role="progressbar" aria-label={t`Documents read`} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(done)}>
      <span style={{ width: `${done}%` }} />
    </div>
  );
}

function MoreMenu({ extract, mayEdit, mayAnnotate, onOpen, onCompare }: Pick<ExtractToolbarProps, 'extract' | 'mayEdit' | 'mayAnnotate' | 'onOpen' | 'onCompare'>) {
  const rerun = useRerun(extract);
  const suggest = useSuggestSources(extract);
  const unanswered = extract.counts.failed + extract.counts.skipped + extract.counts.rows_failed;
  const previous = extract.previous;
  return (
    <Menu trigger={<IconButton label={t`More`} icon={<MoreHorizontal />} />}>
      <MenuItem icon={<RotateCcw />} disabled={!mayEdit || unanswered === 0} onSelect={() => rerun.mutate({ only_failed: true })}>
        {t`Retry what failed`}
      </MenuItem>
      <MenuItem icon={<RotateCcw />} disabled={!mayEdit || extract.state === 'running'} onSelect={() => rerun.mutate({})}>
        {t`Read everything again that is not reviewed`}
      </MenuItem>
      <MenuSeparator />
      {mayAnnotate && (
        <MenuItem icon={<Highlighter />} disabled={suggest.isPending} onSelect={() => suggest.mutate([])}>
          {t`Suggest all columns as annotations`}
        </MenuItem>
      )}
      <MenuItem icon={<GitCompareArrows />} onSelect={onCompare}>
        {t`Compare with another run…`}
      </MenuItem>
      {previous && <MenuItem onSelect={() => onOpen(previous)}>{t`Open the run before`}</MenuItem>}
    </Menu>
  );
}

/** Cancels a run, or lets one go on whose budget is used up. */
function StateButtons({ extract }: { extract: Extract }) {
  const cancel = useCancelExtract(extract);
  const [raising, setRaising] = useState(false);
  return (
    <>
      {extract.state === 'running' && (
        <Button icon={<Square aria-hidden="true" />} busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t`Cancel`}
        </Button>
      )}
      {extract.state === 'out_of_budget' && (
        <Button variant="primary" onClick={() => setRaising(true)}>
          {t`Raise the budget`}
        </Button>
      )}
      {raising && (
        <BudgetDialog extract={extract} onClose={() => setRaising(false)} />
      )}
    </>
  );
}

export function ExtractToolbar({ extract, mayEdit, mayAnnotate, filter, total, onFilter, onClose, onOpen, onCompare }: ExtractToolbarProps) {
  const { label, tone, Icon } = STATES[extract.state];
  return (
    <div className={styles['toolbar']}>
      <IconButton label={t`All extractions`} icon={<ArrowLeft />} onClick={onClose} />
      <div className={styles['title']}>
        <h2>{extract.name}</h2>
        <p>{summaryText(extract)}</p>
      </div>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {label}
      </Badge>
      <SearchField label={t`Search documents`} value={filter.search ?? ''} onChange={(search) => onFilter({ ...filter, search: search || undefined })} />
      <Select label={t`Show`} value={filter.cells ?? ''} onChange={({ target }) => onFilter({ ...filter, cells: isCellFilter(target.value) ? target.value : undefined })}>
        <option value="">{t`All documents`}</option>
        {CELL_FILTERS.map((name) => (
          <option key={name} value={name}>
            {FILTER_LABELS[name]}
          </option>
        ))}
      </Select>
      {(filter.cells ?? filter.search) && total !== undefined && <span className="muted numeric">{plural(total, { one: '# document', other: '# documents' })}</span>}
      {mayEdit && <StateButtons extract={extract} />}
      <ExportMenu extract={extract} rows={extract.counts.cells} />
      <MoreMenu {...{ extract, mayEdit, mayAnnotate, onOpen, onCompare }} />
      <Progress extract={extract} />
    </div>
  );
}
