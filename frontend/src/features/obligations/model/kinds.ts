import { t } from '@lingui/core/macro';

import type { ObligationFilter, ObligationKind } from './obligation-filter';

/** The names of the kinds, in the order of the menu. */
export const KIND_NAMES: Readonly<Record<ObligationKind, string>> = {
  TERM_END: t`Term end`,
  RENEWAL: t`Renewal`,
  NOTICE: t`Notice period`,
  PAYMENT: t`Payment due`,
  DELIVERY: t`Delivery due`,
  OTHER: t`Other deadline`,
  START: t`Effective date`,
};

export const isFiltered = ({ kind, review, done }: ObligationFilter) => kind !== undefined || review !== undefined || done !== undefined;

/** The filter as in the query string of the calendar file. */
export const exportQuery = ({ kind, review, done }: ObligationFilter): string =>
  new URLSearchParams({ ...(kind && { kind: kind.toLowerCase() }), ...(review && { review: review.toLowerCase() }), ...(done && { is_done: String(done === 'yes') }) }).toString();
