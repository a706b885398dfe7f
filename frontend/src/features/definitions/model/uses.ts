// The uses of defined terms and the cross-references on a page, by its words.
import { tokensWithin, type TokenPage, type TokenRange } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

import type { CrossReference, Definition } from './definition';

/** The words of a term, and where it is defined. */
interface Term {
  words: readonly string[];
  definitions: readonly Definition[];
}

/** The terms by their first words, the longest first. */
export type TermIndex = ReadonlyMap<string, readonly Term[]>;

/** Words that are linked to what they mean: the definitions of a term, or the target of a cross-reference. */
export interface Use extends TokenRange {
  key: string;
  /** code points of the document's text */
  start: number;
  end: number;
  definitions: readonly Definition[];
  reference: CrossReference | undefined;
}

const EDGES = /^[^\p{L}\p{N}]+|(?:['’]s)?[^\p{L}\p{N}]+$|['’]s$/gu;
const LEADING = /^[^\p{L}\p{N}]+/u;
/** A plural may use the singular that is defined, and the other way round. */
const PLURAL = 's';

const MIN_LENGTH = 2;

const singular = (word: string) => (word.length > MIN_LENGTH && word.endsWith(PLURAL) ? word.slice(0, -1) : word);

/** Return the words that are compared with those of a page, without marks around them. */
const bare = (text: string) => text.replace(EDGES, '');

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

export function indexTerms(definitions: readonly Definition[]): TermIndex {
  const byTerm = new Map<string, Definition[]>();
  for (const definition of definitions) {
    const term = bare(definition.term.split(/\s+/).join(' '));
    if (term.length >= MIN_LENGTH) addTo(byTerm, term, definition);
  }
  const index = new Map<string, Term[]>();
  for (const [term, all] of [...byTerm].toSorted(([a], [b]) => b.split(' ').length - a.split(' ').length)) {
    const words = term.split(' ');
    addTo(index, singular(words[0] ?? ''), { words, definitions: all });
  }
  return index;
}

/** Check whether words at a place are those of a term; only the last one may have another number. */
function isTermAt(texts: readonly string[], first: number, words: readonly string[]): boolean {
  return words.every((word, index) => {
    const text = texts[first + index] ?? '';
    if (index < words.length - 1) return text.replace(LEADING, '') === word;
    return singular(bare(text)) === singular(word);
  });
}

const endOf = (tokens: TokenPage, token: number) => tokens.textStart + (tokens.start[token] ?? 0) + codePointLength(tokens.texts[token] ?? '');

/** Return the uses on a page in reading order, without the places where the terms are defined. */
export function usesOn(tokens: TokenPage, index: TermIndex, references: readonly CrossReference[]): Use[] {
  const uses = references.flatMap((reference) => referenceOn(tokens, reference));
  const taken = new Set(uses.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, offset) => first + offset)));
  for (let first = 0; first < tokens.count; first++) {
    const candidates = index.get(singular(bare(tokens.texts[first] ?? '')));
    const term = candidates?.find(({ words }) => isTermAt(tokens.texts, first, words));
    if (!term || taken.has(first)) continue;
    const last = first + term.words.length - 1;
    const [start, end] = [tokens.textStart + (tokens.start[first] ?? 0), endOf(tokens, last)];
    const isDefinition = term.definitions.some((definition) => definition.start < end && definition.end > start);
    if (!isDefinition) uses.push({ key: `use-${start}`, first, last, start, end, definitions: term.definitions, reference: undefined });
    first = last;
  }
  return uses.toSorted((a, b) => a.first - b.first);
}

function referenceOn(tokens: TokenPage, reference: CrossReference): Use[] {
  const range = tokensWithin(tokens, reference.start, reference.end);
  return range ? [{ ...range, key: `use-${reference.start}`, start: reference.start, end: reference.end, definitions: [], reference }] : [];
}
