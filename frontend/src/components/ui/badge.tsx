import type { ReactNode } from 'react';

import styles from './badge.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  tone: Tone;
  icon: ReactNode;
  children: ReactNode;
}

/** An icon with a word: colour is never the only sign of a state. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
