// The places that an answer cites, each with one number, however often it is cited.
import type { Citation, Sentence } from '../api/conversations';

export interface Source extends Citation {
  /** counted from 1 */
  number: number;
}

const keyOf = ({ documentUuid, start, end }: Citation) => `${documentUuid}:${start}:${end}`;

/** Return the sources of an answer in the order in which they are cited. */
export function sourcesOf(sentences: readonly Sentence[]): readonly Source[] {
  const sources = new Map<string, Source>();
  for (const citation of sentences.flatMap(({ citations }) => citations)) {
    const key = keyOf(citation);
    if (!sources.has(key)) sources.set(key, { ...citation, number: sources.size + 1 });
  }
  return [...sources.values()];
}

/** Return the sources of a sentence. */
export function citedBy(sentence: Sentence, sources: readonly Source[]): readonly Source[] {
  const keys = new Set(sentence.citations.map(keyOf));
  return sources.filter((source) => keys.has(keyOf(source)));
}

/** Return the answer as plain text, with numbered sources. */
export function asPlainText(sentences: readonly Sentence[]): string {
  const sources = sourcesOf(sentences);
  const lines = sentences.map((sentence) => [sentence.text, ...citedBy(sentence, sources).map(({ number }) => `[${number}]`)].join(' '));
  return [lines.join('\n'), ...sources.map(({ number, title, page, quote }) => `[${number}] ${title}, p. ${page}: “${quote}”`)].join('\n');
}
