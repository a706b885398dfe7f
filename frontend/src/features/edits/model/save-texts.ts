// The state of edits in words, and whether screen readers say it.
import { plural, t } from '@lingui/core/macro';

export interface SaveTexts {
  /** the number of edits that wait */
  waiting: number;
  /** they wait for a connection */
  isStuck: boolean;
  isSaved: boolean;
}

/** Return the state of edits in words; nothing if none were made. */
export function saveText({ waiting, isStuck, isSaved }: SaveTexts): string {
  if (isStuck) return t`Offline, ${plural(waiting, { one: '# change', other: '# changes' })} waiting`;
  if (waiting > 0) return t`Saving…`;
  return isSaved ? t`Saved` : '';
}

/** The part that screen readers say: nothing; that edits wait or were rejected; after that, once, that none waits any more. */
export type Reading = 'silent' | 'problem' | 'over';

export function nextReading(before: Reading, { waiting, hasProblem }: { waiting: number; hasProblem: boolean }): Reading {
  if (hasProblem) return 'problem';
  if (before === 'problem') return waiting > 0 ? 'problem' : 'over';
  return waiting > 0 ? 'silent' : before;
}
