// Filters of the grid, in the URL and in requests.

import { t } from '@lingui/core/macro';

import type { CellFilter } from './cell-filter';

export const FILTER_LABELS: Record<CellFilter, string> = {
  review: t`To review`,
  unsure: t`Low confidence`,
  unproven: t`Without a source`,
  missing: t`Not found`,
  failed: t`Failed`,
  conflict: t`Other value than last run`,
  approved: t`Approved`,
  rejected: t`Rejected`,
};

export interface GridFilter {
  cells?: CellFilter | undefined;
  /** only cells of this column count */
  column?: string | undefined;
  search?: string | undefined;
  sortColumn?: string | undefined;
  descending?: boolean | undefined;
}

const PARAMETERS: Record<CellFilter, readonly [string, string]> = {
  review: ['review', 'unreviewed'],
  unsure: ['max_confidence', '0.6'],
  unproven: ['status', 'unproven'],
  missing: ['status', 'not_found'],
  failed: ['status', 'failed'],
  conflict: ['has_conflict', 'true'],
  approved: ['review', 'approved'],
  rejected: ['review', 'rejected'],
};

/** Return the query string of the index of rows. */
export function filterParameters({ cells, column, search, sortColumn, descending }: GridFilter): string {
  const parameters = new URLSearchParams();
  if (cells) parameters.set(...PARAMETERS[cells]);
  if (column) parameters.set('column', column);
  if (search) parameters.set('search', search);
  if (sortColumn) parameters.set('sort_column', sortColumn);
  if (descending) parameters.set('descending', 'true');
  return parameters.toString();
}
