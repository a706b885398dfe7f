import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Table2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isFailed } from '@/lib/failed-query';
import { lazyDialog } from '@/lib/lazy-part';
import { useShortcuts } from '@/lib/shortcuts';
import { useWidth } from '@/lib/use-width';

import { extractOptions, type Extract } from '../api/extracts';
import { useRows } from '../api/rows';
import { GRID_SHORTCUTS } from '../grid-commands';
import type { GridFilter } from '../model/filter';
import { useEditedRows } from '../use-cell-edits';
import { useReview } from '../use-review';
import { ExtractToolbar } from './extract-toolbar';
import styles from './extract-view.module.css';
import { GridArea } from './grid-area';

const CompareDialog = lazyDialog(async () => (await import('./compare-dialog')).CompareDialog, ({ onClose }) => onClose());

/** Narrower than this, the table is a list of cards. */
const CARDS_BELOW = 640;

interface ExtractViewProps {
  id: string;
  mayEdit: boolean;
  mayReview: boolean;
  mayAnnotate: boolean;
  filter: GridFilter;
  onFilter: (filter: GridFilter) => void;
  onClose: () => void;
  onOpen: (id: string) => void;
}

interface LoadedProps extends Omit<ExtractViewProps, 'id'> {
  extract: Extract;
}

function NoRows({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return <Notice icon={<Table2 />} title={isFiltered ? t`No document matches` : t`No documents`} action={isFiltered && <Button onClick={onShowAll}>{t`Show everything`}</Button>} />;
}

function LoadedExtract(props: LoadedProps) {
  const { extract, mayReview, filter, onFilter } = props;
  useShortcuts(GRID_SHORTCUTS);
  const rows = useEditedRows(useRows(extract.id, filter, extract.state === 'running'));
  const review = useReview(extract, rows, mayReview);
  const [measure, width] = useWidth();
  const [showSource, setShowSource] = useState(false);
  const [comparing, setComparing] = useState(false);
  const total = rows.index?.length;
  const showCell = (row: number, column: number) => {
    setComparing(false);
    review.setActive({ row, column });
    setShowSource(true);
  };
  if (rows.error) return <ErrorNotice title={t`The rows could not be loaded`} error={rows.error} onRetry={rows.refetch} />;
  return (
    <div ref={measure} className={styles['view']}>
      <ExtractToolbar {...props} total={total} onCompare={() => setComparing(true)} />
      {total === undefined && <SkeletonRows label={t`Loading the rows`} />}
      {total === 0 && <NoRows isFiltered={Boolean(filter.cells ?? filter.search)} onShowAll={() => onFilter({})} />}
      {total !== undefined && total > 0 && width > 0 && <GridArea {...props} {...{ rows, total, review, showSource }} onShowSource={setShowSource} cards={width < CARDS_BELOW} />}
      {comparing && (
        <CompareDialog extract={extract} rows={rows.index ?? []} onShow={showCell} onClose={() => setComparing(false)} />
      )}
    </div>
  );
}

/** One extract: its grid, and the source of the active cell beside it. */
export function ExtractView({ id, ...rest }: ExtractViewProps) {
  const extract = useQuery(extractOptions(id));
  if (extract.isPending) return <SkeletonRows label={t`Loading the extraction`} />;
  if (isFailed(extract)) return <ErrorNotice title={t`The extraction could not be loaded`} error={extract.error} onRetry={() => void extract.refetch()} />;
  return <LoadedExtract extract={extract.data} {...rest} />;
}
