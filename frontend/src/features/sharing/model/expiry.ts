// Expiry of shares.

import { t } from '@lingui/core/macro';

export const LIFETIMES = [
  { days: 0, label: t`Never expires` },
  { days: 1, label: t`Expires in 1 day` },
  { days: 7, label: t`Expires in 1 week` },
  { days: 30, label: t`Expires in 30 days` },
  { days: 365, label: t`Expires in 1 year` },
] as const;

const DAY_MS = 86_400_000;

export const expiryAfter = (days: number, now: number = Date.now()): string | null => (days === 0 ? null : new Date(now + days * DAY_MS).toISOString());

export const isExpired = (expires: string | null, now: number = Date.now()): boolean => expires !== null && Date.parse(expires) <= now;
