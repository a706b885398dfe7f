import { t } from '@lingui/core/macro';
import { RotateCcw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format';

import type { DocumentRow } from '../api/document-list';
import { useRetryDocuments } from '../api/retry-document';
import { mayRetry } from '../model/retry';
import styles from './selection-bar.module.css';

/** The actions on the selected rows, below the table that comes next. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div role="group" aria-label={t`Selected documents`} className={styles['bar']}>
      {children}
    </div>
  );
}

interface SelectionCountProps {
  count: number;
  /** rows of the list, loaded or not, if they have been counted */
  total: number | undefined;
  onAll: (total: number) => Promise<void>;
  onClear: () => void;
}

/** The number of selected rows, and buttons that select all or none. */
export function SelectionCount({ count, total, onAll, onClear }: SelectionCountProps) {
  const [busy, setBusy] = useState(false);
  const selectAll = () => {
    setBusy(true);
    void onAll(total ?? count).finally(() => setBusy(false));
  };
  return (
    <>
      <span className="muted" role="status">
        {t`${formatNumber(count)} selected`}
      </span>
      {total !== undefined && count < total && (
        <Button size="small" busy={busy} onClick={selectAll}>
          {t`Select all ${formatNumber(total)}`}
        </Button>
      )}
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={onClear} />
    </>
  );
}

/** A button that processes the failed ones of the selected documents again; nothing if there are none. */
export function RetrySelected({ documents }: { documents: readonly DocumentRow[] }) {
  const retry = useRetryDocuments();
  const failed = documents.filter((document) => mayRetry(document));
  if (failed.length === 0) return null;
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate(failed)}>
      {t`Retry ${failed.length} failed`}
    </Button>
  );
}
