// Who can make annotations, and the review of suggestions. Apart from the other models, because the first page needs it for its URL.

const SOURCES = ['HUMAN', 'ANALYZER', 'AGENT', 'EXTRACT'] as const;

export type AnnotationSource = (typeof SOURCES)[number];

const REVIEWS = ['PENDING', 'ACCEPTED'] as const;

/** The states of suggestions by which a list can be filtered. */
export type ReviewFilter = (typeof REVIEWS)[number];

export const isReviewFilter = (value: unknown): value is ReviewFilter => REVIEWS.some((review) => review === value);

export const isAnnotationSource = (value: unknown): value is AnnotationSource => SOURCES.some((source) => source === value);
