// The filter of the annotations of a corpus, as in the URL.
import { t } from '@lingui/core/macro';

import { defined } from '@/lib/defined';
import { shownTimeZone } from '@/lib/time';

import { isAnnotationSource, isReviewFilter, type AnnotationSource, type ReviewFilter } from './annotation-source';

export const SOURCE_NAMES: Record<AnnotationSource, string> = { HUMAN: t`People`, ANALYZER: t`Analyzers`, AGENT: t`Agents`, EXTRACT: t`Extractions` };

export const REVIEW_NAMES: Record<ReviewFilter, string> = { PENDING: t`Suggestions to review`, ACCEPTED: t`Accepted suggestions` };

export const PLACEMENT_NAMES = { TO_CHECK: t`Position to check`, UNCERTAIN: t`Position uncertain`, NOT_FOUND: t`Text not found`, CERTAIN: t`Position certain` } as const;

export type Placement = keyof typeof PLACEMENT_NAMES;

export const isPlacement = (value: unknown): value is Placement => typeof value === 'string' && Object.hasOwn(PLACEMENT_NAMES, value);

export interface CorpusFilter {
  /** uuids of labels: annotations with any of them */
  labels?: readonly string[] | undefined;
  source?: AnnotationSource | undefined;
  /** uuid of a user: annotations by that user */
  creator?: string | undefined;
  review?: ReviewFilter | undefined;
  /** words of the quote or the note */
  search?: string | undefined;
  /** uuid of a document */
  document?: string | undefined;
  /** the first and the last day on which they were made, as 2026-11-20 */
  from?: string | undefined;
  to?: string | undefined;
  placement?: Placement | undefined;
}

/** The parameters of the filter in URLs and saved views. */
export type CorpusFilterSearch = Partial<Record<'label' | 'by' | 'creator' | 'review' | 'words' | 'document' | 'from' | 'to' | 'placement', string | undefined>>;

const day = (value: string | undefined) => (/^\d{4}-\d{2}-\d{2}$/.test(value ?? '') && !Number.isNaN(Date.parse(`${value}T00:00`)) ? value : undefined);

/** Return the filter of a URL. */
export const filterOf = ({ label, by, creator, review, words, document, from, to, placement }: CorpusFilterSearch): CorpusFilter => ({
  labels: label?.split(','),
  source: isAnnotationSource(by) ? by : undefined,
  creator,
  review: isReviewFilter(review) ? review : undefined,
  search: words,
  document,
  from: day(from),
  to: day(to),
  placement: isPlacement(placement) ? placement : undefined,
});

/** Return the parameters of a filter in a URL. */
export const searchOf = ({ labels = [], source, creator, review, search, document, from, to, placement }: CorpusFilter) =>
  defined({
    label: labels.join(',') || undefined,
    by: source,
    creator: creator || undefined,
    review,
    words: search || undefined,
    document: document || undefined,
    from: from || undefined,
    to: to || undefined,
    placement,
  });

export const isFiltered = (filter: CorpusFilter) => Object.keys(searchOf(filter)).length > 0;

/** Return whether the filter shows only suggestions to review, so that all of them can be accepted or rejected at once. */
export const isReviewable = ({ creator, review }: CorpusFilter) => !creator && review === 'PENDING';

const DAY_MS = 86_400_000;

/** Return the difference of the user's time zone to UTC at a time without fractions of a second; positive: east. */
function utcOffset(time: number): number {
  const shown = new Date(time).toLocaleString('sv', { timeZone: shownTimeZone() }); // as 2026-11-20 07:30:00
  const [date = '', clock = ''] = shown.split(' ');
  return Date.parse(`${date.padStart('2026-11-20'.length, '0')}T${clock}Z`) - time;
}

/** Return the midnight at the start of a day (2026-11-20) in the user's time zone, or of a day after it. */
export function midnight(date: string, daysLater = 0): string {
  const atUtc = Date.parse(`${date}T00:00Z`) + daysLater * DAY_MS;
  const nearby = atUtc - utcOffset(atUtc);
  return new Date(atUtc - utcOffset(nearby)).toISOString(); // the clocks may change between both times
}

/** Return the variables of a filter in GraphQL. */
export const variablesOf = ({ labels = [], source, creator, review, search, document, from, to, placement }: CorpusFilter) => ({
  labelIds: [...labels],
  ...defined({
    source: creator ? ('HUMAN' as const) : source,
    creatorId: creator || undefined,
    review,
    search: search || undefined,
    documentId: document || undefined,
    createdAfter: from && midnight(from),
    createdBefore: to && midnight(to, 1),
    placement,
  }),
});

/** Return the query string of an export with the same filter. */
export function exportQuery(filter: CorpusFilter): Record<string, string | readonly string[]> {
  const { labelIds, source, creatorId, review, search, documentId, createdAfter, createdBefore, placement } = variablesOf(filter);
  return {
    ...(labelIds.length > 0 && { label: labelIds }),
    ...defined({ source: source?.toLowerCase(), creator: creatorId, review: review?.toLowerCase(), search, document: documentId, created_after: createdAfter, created_before: createdBefore, placement: placement?.toLowerCase() }),
  };
}
