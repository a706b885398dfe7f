import type { ReactNode } from 'react';

import styles from './toolbar.module.css';

/** A row of controls above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={styles['toolbar']}>{children}</div>;
}

/** Pushes the controls after it to the end of the row. */
export function Spacer() {
  return <span className={styles['spacer']} />;
}
