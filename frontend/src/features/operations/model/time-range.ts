// Time ranges for filtering failures.

import { t } from '@lingui/core/macro';

export type TimeRange = 'hour' | 'day' | 'week';

const HOUR = 3_600_000;

const SPANS: Record<TimeRange, { label: string; milliseconds: number }> = {
  hour: { label: t`Last hour`, milliseconds: HOUR },
  day: { label: t`Last day`, milliseconds: 24 * HOUR },
  week: { label: t`Last week`, milliseconds: 168 * HOUR },
};

export const TIME_RANGES = Object.keys(SPANS) as readonly TimeRange[];

export const isTimeRange = (value: unknown): value is TimeRange => typeof value === 'string' && Object.hasOwn(SPANS, value);

export const timeRangeLabel = (since: TimeRange): string => SPANS[since].label;

export const startOfTimeRange = (since: TimeRange, now: number): string => new Date(now - SPANS[since].milliseconds).toISOString();
