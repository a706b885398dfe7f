import { t } from '@lingui/core/macro';

import type { ApiError } from '@/lib/errors';
import { errorText } from '@/lib/messages/errors';
import { exactTime } from '@/lib/time';

/** 32 random bytes in base64url */
const TOKEN_LENGTH = 43;

export interface LinkErrorText {
  title: string;
  about: string;
  /** trying again may help */
  canRetry: boolean;
}

/** Return why a link cannot be opened. */
export function linkErrorText(token: string, { code, message, data }: Pick<ApiError, 'code' | 'message' | 'data'>): LinkErrorText {
  const { title } = errorText({ ...data, code, message });
  if (code === 'link_expired') {
    const { expired } = data;
    const about = typeof expired === 'string' ? t`It expired on ${exactTime(expired)}. Ask the sender for a new link.` : t`It expired. Ask the sender for a new link.`;
    return { title, about, canRetry: false };
  }
  if (code !== 'link_not_found') return { title: t`The link could not be opened`, about: message, canRetry: true };
  if (token.length !== TOKEN_LENGTH) {
    return { title: t`This link is incomplete`, about: t`Part of the URL is missing. Copy the whole link from where it was sent to you.`, canRetry: false };
  }
  return { title, about: t`It was withdrawn, or the document or corpus was deleted. Ask the sender to share it again.`, canRetry: false };
}
