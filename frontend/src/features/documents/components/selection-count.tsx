import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { formatNumber } from '@/lib/format';

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
