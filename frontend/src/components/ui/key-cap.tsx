import type { ReactNode } from 'react';

import styles from './key-cap.module.css';

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={styles['key']}>{children}</kbd>;
}
