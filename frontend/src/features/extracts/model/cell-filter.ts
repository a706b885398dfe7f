// The filters of cells, apart from their texts, which the first page does not need.

export const CELL_FILTERS = ['review', 'unsure', 'unproven', 'missing', 'failed', 'conflict', 'approved', 'rejected'] as const;
export type CellFilter = (typeof CELL_FILTERS)[number];

export const isCellFilter = (value: unknown): value is CellFilter => CELL_FILTERS.some((each) => each === value);
