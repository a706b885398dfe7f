import type { ReactNode } from 'react';

import styles from './badge.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

interface BadgeProps {
  tone: Tone;
  icon: ReactNode;
  children: ReactNode;
}

/** A state is always an icon and a word; colour only repeats it. */
export function Badge({ tone, icon, children }: BadgeProps) {
  return (
    <span className={styles['badge']} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
