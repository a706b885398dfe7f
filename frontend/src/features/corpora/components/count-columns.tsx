import { t } from '@lingui/core/macro';

import type { ExtraColumn } from '@/features/documents/components/extra-column';
import { formatNumber } from '@/lib/format';

import type { DocumentCounts } from '../api/corpus-documents';
import { countDirection, nextCountOrder, type CorpusOrder } from '../model/corpus-order';
import styles from './count-columns.module.css';

interface Sorting {
  /** absent if the list is sorted by something else */
  order: CorpusOrder | undefined;
  onOrder: (order: CorpusOrder) => void;
}

const COLUMNS = [
  { column: 'annotations', count: 'annotationCount', label: t`Annotations`, className: styles['annotations'] },
  { column: 'labels', count: 'labelCount', label: t`Labels`, className: styles['labels'] },
] as const;

/** Return the columns with the numbers of annotations and labels of the documents of a corpus. */
export const countColumns = (counts: ReadonlyMap<string, DocumentCounts>, { order, onOrder }: Sorting): ExtraColumn[] =>
  COLUMNS.map(({ column, count, label, className }) => ({
    label,
    className,
    direction: countDirection(column, order),
    onSort: () => onOrder(nextCountOrder(column, order ?? 'newest')),
    render: ({ uuid }) => {
      const number = counts.get(uuid)?.[count] ?? 0;
      return (
        <span className={styles['count']} data-zero={number === 0 || undefined}>
          {formatNumber(number)}
        </span>
      );
    },
  }));
