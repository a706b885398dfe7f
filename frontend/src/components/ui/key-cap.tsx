import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { shownKeys } from '@/lib/keymap';

import styles from './key-cap.module.css';

const NAMES: Readonly<Record<string, string>> = {
  Ctrl: t({ message: 'Ctrl', context: 'key' }),
  Shift: t({ message: 'Shift', context: 'key' }),
  Enter: t({ message: 'Enter', context: 'key' }),
  Space: t({ message: 'Space', context: 'key' }),
  Delete: t({ message: 'Delete', context: 'key' }),
  Home: t({ message: 'Home', context: 'key' }),
  End: t({ message: 'End', context: 'key' }),
  PageUp: t({ message: 'PageUp', context: 'key' }),
  PageDown: t({ message: 'PageDown', context: 'key' }),
};

/** A key; keys with a name in English are shown by the name on the keyboards of the language. */
export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={styles['key']}>{typeof children === 'string' ? (NAMES[children] ?? children) : children}</kbd>;
}

/** Keys that are pressed together. */
export const Keys = ({ keys }: { keys: string }) => shownKeys(keys).map((key) => <KeyCap key={key}>{key}</KeyCap>);
