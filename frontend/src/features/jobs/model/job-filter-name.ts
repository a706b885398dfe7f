// The filters of jobs, apart from their texts, which the first page does not need.

export const JOB_FILTER_NAMES = ['waiting', 'working', 'retrying', 'done', 'failed', 'cancelled'] as const;
export type JobFilter = (typeof JOB_FILTER_NAMES)[number];

export const isJobFilter = (value: unknown): value is JobFilter => JOB_FILTER_NAMES.some((name) => name === value);
