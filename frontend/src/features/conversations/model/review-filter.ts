// The filter of the proposals to review. It is in the URL.
import { t } from '@lingui/core/macro';

export const KIND_NAMES = {
  ANNOTATION: t`Annotations`,
  RELATION: t`Relations`,
  COMMENT: t`Comments`,
  CELL: t`Values of extractions`,
} as const;

export const STATE_NAMES = {
  PENDING: t`To review`,
  APPROVED: t({ message: 'Approved', context: 'proposal' }),
  REJECTED: t({ message: 'Rejected', context: 'proposal' }),
} as const;

export type ReviewKind = keyof typeof KIND_NAMES;
export type ReviewState = keyof typeof STATE_NAMES;

export interface ReviewFilter {
  kind: ReviewKind | undefined;
  state: ReviewState;
  /** uuid of the document that the proposals are about */
  document?: string | undefined;
}

const isKind = (text: string): text is ReviewKind => Object.hasOwn(KIND_NAMES, text);
const isState = (text: string): text is ReviewState => Object.hasOwn(STATE_NAMES, text);
const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Return the filter of a text in the URL, such as "APPROVED CELL", or this and the uuid of a document. */
export function filterOf(text: string | undefined): ReviewFilter {
  const words = (text ?? '').split(' ');
  return { kind: words.find(isKind), state: words.find(isState) ?? 'PENDING', document: words.find(isUuid) };
}

export const textOf = ({ kind, state, document }: ReviewFilter): string => [state, kind, document].filter(Boolean).join(' ');
