// Texts about documents: states, file checks.

import { t } from '@lingui/core/macro';

export const DOCUMENT_STATE_TEXTS = {
  PROCESSING: t`Processing`,
  READY: t`Ready`,
  PARTIAL: t`Ready, with gaps`,
  FAILED: t`Failed`,
} as const;

const DAMAGE_TEXTS = {
  MISSING: t`The stored file is missing.`,
  CHANGED: t`The stored file has changed since it was uploaded.`,
} as const;

export const damageText = (damage: keyof typeof DAMAGE_TEXTS): string => DAMAGE_TEXTS[damage];

/** Results of the virus scan: the short text is for badges. */
export const SCAN_TEXTS = {
  CLEAN: { short: t`Virus-scanned`, long: t`Virus-scanned, no virus found` },
  INFECTED: { short: t`Infected`, long: t`A virus was found` },
  PENDING: { short: t`Waiting for virus scan`, long: t`Waiting for virus scan` },
  UNSCANNED: { short: t`Not virus-scanned`, long: t`Not virus-scanned` },
} as const;
