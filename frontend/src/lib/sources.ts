// The places that an answer cites, each with one number, however often it is cited.

interface Cited {
  documentUuid: string;
  start: number;
  end: number;
}

interface Citing<C> {
  citations: readonly C[];
}

/** A citation with its number, counted from 1. */
export type Numbered<C> = C & { number: number };

const keyOf = ({ documentUuid, start, end }: Cited) => `${documentUuid}:${start}:${end}`;

/** Return the sources of an answer in the order in which they are cited. */
export function sourcesOf<C extends Cited>(sentences: readonly Citing<C>[]): readonly Numbered<C>[] {
  const sources = new Map<string, Numbered<C>>();
  for (const citation of sentences.flatMap(({ citations }) => citations)) {
    const key = keyOf(citation);
    if (!sources.has(key)) sources.set(key, { ...citation, number: sources.size + 1 });
  }
  return [...sources.values()];
}

/** Return the sources of a sentence. */
export function citedBy<C extends Cited, S extends Cited>(sentence: Citing<C>, sources: readonly S[]): readonly S[] {
  const keys = new Set(sentence.citations.map(keyOf));
  return sources.filter((source) => keys.has(keyOf(source)));
}
