// The time ranges, apart from their texts, which the first page does not need.

export const TIME_RANGES = ['hour', 'day', 'week'] as const;
export type TimeRange = (typeof TIME_RANGES)[number];

export const isTimeRange = (value: unknown): value is TimeRange => TIME_RANGES.some((name) => name === value);
