// Usage of a quota.
import { t } from '@lingui/core/macro';

import { fileSize, formatNumber } from '@/lib/format';

export type Fullness = 'ok' | 'nearly' | 'full';

const NEARLY = 0.9;

/** Return the used share, 0 to 1; undefined if there is no limit. */
export function shareOf(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  return limit > 0 ? Math.min(1, used / limit) : 1;
}

export function fullness(share: number | undefined): Fullness {
  if (share === undefined || share < NEARLY) return 'ok';
  return share < 1 ? 'nearly' : 'full';
}

export function formatBytes(used: number, limit: number | null): string {
  return limit === null ? t`${fileSize(used)}, no limit` : t`${fileSize(used)} of ${fileSize(limit)}`;
}

export function formatCount(used: number, limit: number | null): string {
  const number = formatNumber(used);
  return limit === null ? t`${number}, no limit` : t`${number} of ${formatNumber(limit)}`;
}
