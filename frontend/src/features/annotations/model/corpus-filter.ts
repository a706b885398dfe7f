// The filter of the annotations of a corpus, as in the URL.

import { t } from '@lingui/core/macro';

import type { AnnotationSource, ReviewFilter } from './annotation-source';

export const SOURCE_NAMES: Record<AnnotationSource, string> = { HUMAN: t`People`, ANALYZER: t`Analyzers`, AGENT: t`Agents` };

export const REVIEW_NAMES: Record<ReviewFilter, string> = { PENDING: t`Suggestions to review`, ACCEPTED: t`Accepted suggestions` };

export interface CorpusFilter {
  /** uuids of labels: annotations with any of them */
  labels?: readonly string[] | undefined;
  source?: AnnotationSource | undefined;
  /** uuid of a user: annotations by that user */
  creator?: string | undefined;
  review?: ReviewFilter | undefined;
  /** words of the quote or the note */
  search?: string | undefined;
}

const hasLabels = (labels: readonly string[] | undefined): labels is readonly string[] => labels !== undefined && labels.length > 0;

export const isFiltered = ({ labels, source, creator, review, search }: CorpusFilter) => hasLabels(labels) || creator !== undefined || source !== undefined || review !== undefined || search !== undefined;

/** Return the query string of an export with the same filter. */
export function exportQuery({ labels, source, creator, review, search }: CorpusFilter): Record<string, string | readonly string[]> {
  return { ...(hasLabels(labels) && { label: labels }), ...(source && { source: source.toLowerCase() }), ...(creator && { creator, source: 'human' }), ...(review && { review: review.toLowerCase() }), ...(search && { search }) };
}
