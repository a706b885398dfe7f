import { t } from '@lingui/core/macro';
import { Clock } from 'lucide-react';

import { useConnection } from '@/lib/connection';

import styles from './waiting.module.css';

/** The sign of an edit that the server has not stored yet. */
export function Waiting() {
  const lost = useConnection((state) => state.lost);
  return (
    <span className={styles['waiting']} data-waiting>
      <Clock aria-hidden="true" />
      {lost ? t`Waiting for the connection` : t`Saving…`}
    </span>
  );
}
