// Who can make annotations. Apart from the other models, because the first page needs it for its URL.

const SOURCES = ['HUMAN', 'ANALYZER', 'AGENT'] as const;

export type AnnotationSource = (typeof SOURCES)[number];

export const isAnnotationSource = (value: unknown): value is AnnotationSource => SOURCES.some((source) => source === value);
