import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format';

import { exportQuery, type CorpusFilter } from '../model/corpus-filter';
import type { AnnotationSelection } from '../use-annotation-selection';
import styles from './corpus-annotations.module.css';
import { ExportAnnotations } from './export-annotations';

interface SelectedAnnotationsProps {
  corpusId: string;
  filter: CorpusFilter;
  selection: AnnotationSelection;
  /** the number of annotations that match the filter */
  total: number;
  isMember: boolean;
}

/** The number of selected annotations, and what can be done with them. */
export function SelectedAnnotations({ corpusId, filter, selection, total, isMember }: SelectedAnnotationsProps) {
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
      <ExportAnnotations corpusId={corpusId} filter={query} count={count} subject={text} isMember={isMember} />
    </div>
  );
}
