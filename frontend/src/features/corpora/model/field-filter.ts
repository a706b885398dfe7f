// The field that a list of documents shows, filters and sorts by, as it is in URLs and in saved views.

import { t } from '@lingui/core/macro';

const KEYS = ['field', 'is', 'contains', 'from', 'to', 'empty', 'sortField', 'descending'] as const;

type Key = (typeof KEYS)[number];

export type FieldFilter = Partial<Record<Key, string | undefined>>;

/** Return the parameters of the field among those of a URL or a saved view. */
export const fieldFilter = (state: FieldFilter): Partial<Record<Key, string>> =>
  Object.fromEntries(KEYS.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));

/** Return values as they are shown; empty without one. */
export const valueText = ({ type }: { type: string }, values: readonly string[]): string => {
  if (type === 'BOOLEAN' && values.length > 0) return values[0] === 'true' ? t`Yes` : t`No`;
  return values.join('; ');
};

/** Check whether documents are left out. */
export const isFiltered = ({ is, contains, from, to, empty }: FieldFilter): boolean => [is, contains, from, to, empty].some((value) => value !== undefined);

/** Return the arguments of the API; all are null if the list has no field. */
export function fieldArguments(filter: FieldFilter) {
  const { field, is, contains, from, to, empty, sortField, descending } = filter;
  return {
    fieldId: (isFiltered(filter) && field) || null,
    fieldEquals: is ?? null,
    fieldContains: contains ?? null,
    fieldFrom: from ?? null,
    fieldTo: to ?? null,
    fieldEmpty: empty ? true : null,
    sortFieldId: sortField ?? null,
    descending: sortField && descending ? true : null,
  };
}

/** Return the filter after a click on the heading of the field: ascending, then descending, then in the order of the list. */
export function nextFieldOrder({ sortField, descending, ...filter }: FieldFilter, field: string): FieldFilter {
  if (sortField !== field) return { ...filter, sortField: field };
  return descending ? filter : { ...filter, sortField, descending: 'yes' };
}

/** Return the direction of the field; undefined if the list is not sorted by it. */
export function fieldDirection({ sortField, descending }: FieldFilter, field: string): 'ascending' | 'descending' | undefined {
  if (sortField !== field) return undefined;
  return descending ? 'descending' : 'ascending';
}
