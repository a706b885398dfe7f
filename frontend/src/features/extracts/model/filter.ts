// Filters of the grid, in the URL and in requests.

export const CELL_FILTERS = ['review', 'unsure', 'unproven', 'missing', 'failed', 'conflict', 'approved', 'rejected'] as const;
export type CellFilter = (typeof CELL_FILTERS)[number];

export const isCellFilter = (value: unknown): value is CellFilter => CELL_FILTERS.some((each) => each === value);

export const FILTER_LABELS: Record<CellFilter, string> = {
  review: 'To review',
  unsure: 'Low confidence',
  unproven: 'Without a source',
  missing: 'Not found',
  failed: 'Failed',
  conflict: 'Other value than last run',
  approved: 'Approved',
  rejected: 'Rejected',
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
