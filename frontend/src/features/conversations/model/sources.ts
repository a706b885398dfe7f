import { t } from '@lingui/core/macro';

import { citedBy, sourcesOf, type Numbered } from '@/lib/sources';

import type { Citation, Sentence } from '../api/conversations';

export type Source = Numbered<Citation>;

/** The engine of answers that are sentences of the documents. */
export const READER = 'reader';

export const NO_ANSWER = t`These documents do not answer the question.`;

const marked = ({ text, isVerified }: Sentence) => (isVerified ? text : t`${text} (not verified)`);

/** Return the answer as plain text, with numbered sources. */
export function asPlainText(sentences: readonly Sentence[]): string {
  const sources = sourcesOf(sentences);
  const lines = sentences.map((sentence) => [marked(sentence), ...citedBy(sentence, sources).map(({ number }) => `[${number}]`)].join(' '));
  return [lines.join('\n'), ...sources.map(({ number, title, page, quote }) => `[${number}] ${title}, p. ${page}: “${quote}”`)].join('\n');
}
