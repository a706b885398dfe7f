// Secrets that give access without signing in, in words.

import { t } from '@lingui/core/macro';

import { isExpired } from '@/features/sharing/model/expiry';
import { exactTime, relativeTime } from '@/lib/time';

export type SecretKind = 'api_token' | 'share_link' | 'calendar_address' | 'signing_secret';

const KINDS: Readonly<Record<SecretKind, string>> = {
  api_token: t`API token`,
  share_link: t`Share link`,
  calendar_address: t`Calendar address`,
  signing_secret: t`Signing secret`,
};

const ENDINGS: Readonly<Record<SecretKind, string>> = {
  api_token: t`Programs that use this token lose access immediately, and the links and calendar addresses that they have created end. This cannot be undone.`,
  share_link: t`Everyone who uses this link loses access immediately. To share it again, create a new link.`,
  calendar_address: t`Calendar programs that read this address show nothing new until you give them a new one.`,
  signing_secret: t`The remote analyzer is disabled. To use it again, replace its secret and turn it on.`,
};

export const secretKindText = (kind: SecretKind) => KINDS[kind];

/** Return what happens when a secret is ended. */
export const endingText = (kind: SecretKind) => ENDINGS[kind];

export const secretName = (title: string) => title || t`Something you can no longer see`;

export const usedText = (lastUsed: string | null) => (lastUsed === null ? t`never used` : t`last used ${relativeTime(lastUsed)}`);

export function expiryText(expires: string | null, expired: boolean = isExpired(expires)): string {
  if (expires === null) return t`never expires`;
  return expired ? t`expired ${relativeTime(expires)}` : t`expires ${exactTime(expires)}`;
}
