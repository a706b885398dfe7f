import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format';

import { MAX_SELECTED, type Selected } from '../api/change-selected';
import { isSuggestion, type Annotation } from '../model/annotation';
import { exportQuery, isReviewable, type CorpusFilter } from '../model/corpus-filter';
import type { AnnotationSelection } from '../use-annotation-selection';
import { ChangeSelected } from './change-selected';
import styles from './corpus-annotations.module.css';
import { ExportAnnotations } from './export-annotations';
import { ReviewSuggestions } from './review-suggestions';

interface SelectedAnnotationsProps {
  corpusId: string;
  filter: CorpusFilter;
  /** the loaded ones */
  rows: readonly Pick<Annotation, 'uuid' | 'review'>[];
  selection: AnnotationSelection;
  /** the number of annotations that match the filter */
  total: number;
  isMember: boolean;
  mayReview: boolean;
}

/** Accept or reject those of the selected annotations that are suggestions. */
function ReviewSelected({ corpusId, filter, rows, selection: { all, uuids, selected, count, clear }, total }: Omit<SelectedAnnotationsProps, 'isMember' | 'mayReview'>) {
  const label = t`Review selected suggestions`;
  if (!all || rows.length >= total) {
    const suggestions = rows.filter((each) => selected.has(each.uuid) && isSuggestion(each)).map(({ uuid }) => uuid);
    return suggestions.length > 0 && <ReviewSuggestions label={label} suggestions={{ uuids: suggestions }} count={suggestions.length} onReviewed={clear} />;
  }
  // The server takes no filter with exceptions.
  return uuids.size === 0 && isReviewable(filter) && <ReviewSuggestions label={label} suggestions={{ corpusId, filter }} count={count} onReviewed={clear} />;
}

/** Relabel or delete the selected annotations, as long as the server takes so many at once. */
function ChangeAll({ corpusId, filter, selection: { all, uuids, count, clear }, total }: Omit<SelectedAnnotationsProps, 'isMember' | 'mayReview'>) {
  if ((all ? total : count) > MAX_SELECTED) return null;
  const selected: Selected = all ? { corpusId, filter, excluded: uuids } : { uuids: [...uuids] };
  return <ChangeSelected {...{ corpusId, selected }} onChanged={clear} />;
}

/** The number of selected annotations, and what can be done with them. */
export function SelectedAnnotations({ mayReview, isMember, ...props }: SelectedAnnotationsProps) {
  const { corpusId, filter, selection, total } = props;
  const { all, uuids, count } = selection;
  const text = t`${formatNumber(count)} selected`;
  const query = all ? { ...exportQuery(filter), ...(uuids.size > 0 && { excluded: [...uuids] }) } : { annotation: [...uuids] };
  return (
    <div role="group" aria-label={t`Selected annotations`} className={styles['selected']}>
      <span className="muted small" role="status">
        {text}
      </span>
      {count < total && (
        <Button size="small" onClick={selection.selectAll}>
          {t`Select all ${formatNumber(total)}`}
        </Button>
      )}
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={selection.clear} />
      {mayReview && <ReviewSelected {...props} />}
      {mayReview && <ChangeAll {...props} />}
      <ExportAnnotations corpusId={corpusId} filter={query} count={count} subject={text} isMember={isMember} />
    </div>
  );
}
