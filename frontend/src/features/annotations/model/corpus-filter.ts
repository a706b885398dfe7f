// The filter of the annotations of a corpus, as in the URL.

import type { AnnotationSource } from './annotation-source';

export const SOURCE_NAMES: Record<AnnotationSource, string> = { HUMAN: 'People', ANALYZER: 'Analyzers', AGENT: 'Agents' };

export interface CorpusFilter {
  /** uuid of a label */
  label?: string | undefined;
  source?: AnnotationSource | undefined;
  /** words of the quote or the note */
  search?: string | undefined;
}

export const isFiltered = ({ label, source, search }: CorpusFilter) => label !== undefined || source !== undefined || search !== undefined;

/** Return the query string of an export with the same filter. */
export function exportQuery({ label, source, search }: CorpusFilter): Record<string, string> {
  return { ...(label && { label }), ...(source && { source: source.toLowerCase() }), ...(search && { search }) };
}
