// The form of a tenant's limits, its validation, and the mutation input. An empty field is no limit.

import { t } from '@lingui/core/macro';

export interface TenantLimits {
  cap: string;
  weight: string;
  rate: string;
}

export interface TenantChange {
  cap: number | null;
  weight: number;
  rate: number | null;
}

export type LimitErrors = Partial<Record<keyof TenantLimits, string>>;

const isWhole = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= 1;
const isPositive = (text: string) => /^\d+([.,]\d+)?$/.test(text) && toNumber(text) > 0;
const toNumber = (text: string) => Number(text.replace(',', '.'));

export function limitErrors({ cap, weight, rate }: TenantLimits): LimitErrors {
  return {
    ...(cap !== '' && !isWhole(cap) && { cap: t`Enter a whole number of at least 1, or leave empty for no limit.` }),
    ...(!isPositive(weight) && { weight: t`Enter a number greater than 0. The default is 1.` }),
    ...(rate !== '' && !isWhole(rate) && { rate: t`Enter a whole number of at least 1, or leave empty for no limit.` }),
  };
}

/** Return the mutation input; only for valid limits. */
export const tenantChange = ({ cap, weight, rate }: TenantLimits): TenantChange => ({
  weight: toNumber(weight),
  cap: cap === '' ? null : Number(cap),
  rate: rate === '' ? null : Number(rate),
});

export const limitsOf = ({ cap, weight, rate }: { cap: number | null; weight: number; rate: number | null }): TenantLimits => ({
  cap: cap === null ? '' : String(cap),
  weight: String(weight),
  rate: rate === null ? '' : String(rate),
});
