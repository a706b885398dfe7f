import { plural, t } from '@lingui/core/macro';

import { formatNumber } from '@/lib/format';
import { errorMessage } from '@/lib/messages/errors';

import type { Trial } from '../api/remote-analyzers';
import styles from './trial-result.module.css';

function textOf({ isOk, isLater, resultCount, milliseconds, code, message }: Trial): string {
  const time = formatNumber(milliseconds);
  if (!isOk) return errorMessage({ code, message });
  if (isLater) return t`It accepted the sample text in ${time} ms, and sends results later.`;
  return plural(resultCount, {
    one: `It returned # result for the sample text in ${time} ms.`,
    other: `It returned # results for the sample text in ${time} ms.`,
  });
}

/** The answer of a remote analyzer to a sample text, or the error. */
export function TrialResult({ trial }: { trial: Trial }) {
  return (
    <p role="status" className={styles['trial']} data-failed={!trial.isOk || undefined}>
      {textOf(trial)}
    </p>
  );
}
