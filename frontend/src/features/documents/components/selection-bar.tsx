import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import styles from './selection-bar.module.css';

/** The actions on the selected rows, below the table that comes next. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div role="group" aria-label={t`Selected documents`} className={styles['bar']}>
      {children}
    </div>
  );
}
