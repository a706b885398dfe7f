import { t } from '@lingui/core/macro';

import type { Answer } from '../api/answers';
import styles from './ask.module.css';

/** The words that answer a question, in their sentence. */
export function AnswerQuote({ answer: { before, text, after } }: { answer: Answer }) {
  return (
    <span className={styles['quote']}>
      {before}
      <mark>{text}</mark>
      {after}
    </span>
  );
}

export const certainty = ({ probability }: Answer) => t`${Math.round(100 * probability)}% certain`;
