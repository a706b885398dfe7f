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
}

const isKind = (text: string): text is ReviewKind => text in KIND_NAMES;
const isState = (text: string): text is ReviewState => text in STATE_NAMES;

/** Return the filter of a text in the URL, such as "APPROVED CELL". */
export function filterOf(text: string | undefined): ReviewFilter {
  const words = (text ?? '').split(' ');
  return { kind: words.find(isKind), state: words.find(isState) ?? 'PENDING' };
}

export const textOf = ({ kind, state }: ReviewFilter): string => [state, kind].filter(Boolean).join(' ');
