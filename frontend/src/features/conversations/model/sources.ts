import { citedBy, sourcesOf, type Numbered } from '@/lib/sources';

import type { Citation, Sentence } from '../api/conversations';

export type Source = Numbered<Citation>;

/** Return the answer as plain text, with numbered sources. */
export function asPlainText(sentences: readonly Sentence[]): string {
  const sources = sourcesOf(sentences);
  const lines = sentences.map((sentence) => [sentence.text, ...citedBy(sentence, sources).map(({ number }) => `[${number}]`)].join(' '));
  return [lines.join('\n'), ...sources.map(({ number, title, page, quote }) => `[${number}] ${title}, p. ${page}: “${quote}”`)].join('\n');
}
