// Time ranges for filtering failures.

import { t } from '@lingui/core/macro';

import type { TimeRange } from './time-range-name';

const HOUR = 3_600_000;

const SPANS: Record<TimeRange, { label: string; milliseconds: number }> = {
  hour: { label: t`Last hour`, milliseconds: HOUR },
  day: { label: t`Last day`, milliseconds: 24 * HOUR },
  week: { label: t`Last week`, milliseconds: 168 * HOUR },
};

export const timeRangeLabel = (since: TimeRange): string => SPANS[since].label;

export const startOfTimeRange = (since: TimeRange, now: number): string => new Date(now - SPANS[since].milliseconds).toISOString();
