// Failures grouped by cause: the same kind of job, reason and error code.
import { startOfTimeRange } from './time-range';
import type { TimeRange } from './time-range-name';

export interface FailureGroupKey {
  kind: string;
  reason: string;
  code: string;
}

export interface FailureFilter {
  kind: string | undefined;
  reason: string | undefined;
  since: TimeRange | undefined;
}

/** Failures by id or by filter; `all` is required for a selection without a filter. */
export interface FailureSelection {
  ids?: string[];
  all?: boolean;
  kind?: string;
  reason?: string;
  code?: string;
  since?: string;
}

export const failureGroupKey = ({ kind, reason, code }: FailureGroupKey) => [kind, reason, code].join(' ');

const sinceOf = ({ since }: Pick<FailureFilter, 'since'>, now: number) => (since ? { since: startOfTimeRange(since, now) } : {});

/** Select all failures of a group that match the filter. */
export const selectionOfGroup = ({ kind, reason, code }: FailureGroupKey, filter: FailureFilter, now: number): FailureSelection => ({
  kind,
  reason,
  code,
  ...sinceOf(filter, now),
});

/** Select all failures that match the filter. */
export function selectionOfFilter(filter: FailureFilter, now: number): FailureSelection {
  const { kind, reason } = filter;
  const selection = { ...(kind && { kind }), ...(reason && { reason }), ...sinceOf(filter, now) };
  return Object.keys(selection).length > 0 ? selection : { all: true };
}
