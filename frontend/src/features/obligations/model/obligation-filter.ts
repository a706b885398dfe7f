// The kinds of obligations, and the filter of the calendar. The filter is in the URL, so that this is a part of the first page: it has no texts.

const KINDS = ['TERM_END', 'RENEWAL', 'NOTICE', 'PAYMENT', 'DELIVERY', 'OTHER', 'START'] as const;

export type ObligationKind = (typeof KINDS)[number];

export const isObligationKind = (value: unknown): value is ObligationKind => KINDS.some((kind) => kind === value);

export type DoneFilter = 'yes' | 'no';

export const isDoneFilter = (value: unknown): value is DoneFilter => value === 'yes' || value === 'no';

export interface ObligationFilter {
  kind?: ObligationKind | undefined;
  review?: 'PENDING' | 'ACCEPTED' | undefined;
  /** only those that are ticked off, or only the others */
  done?: DoneFilter | undefined;
  /** the month that is shown, as "2028-02"; absent: a list */
  month?: string | undefined;
}
